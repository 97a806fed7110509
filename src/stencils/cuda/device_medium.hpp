// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "stencils/cuda/device_memory.hpp"
#include "stencils/kernels/arguments.cuh"
#include "stencils/launch/node_table.hpp"
#include "stencils/problem.hpp"

namespace wavesim {

/// The factors of the nodes on the device, as values or codes laid out like a level, and behind them the densities
/// where they vary; nothing where the medium does not.
class DeviceMedium {
  public:
    DeviceMedium() = default;
    /// Throws std::invalid_argument where values are missing.
    DeviceMedium(const StencilProblem& problem, const DeviceLayout& layout, std::span<const float> density);

    kernels::FactorArguments arguments() const {
        return {factors_.data(), table_.size() > 0 ? table_.data() : nullptr, most_, step_};
    }

  private:
    DeviceArray<unsigned char> factors_;
    DeviceArray<float> table_;
    float most_ = 1;
    float step_ = 0;
};

}  // namespace wavesim
