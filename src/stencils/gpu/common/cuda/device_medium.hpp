// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/arguments.cuh"
#include "stencils/gpu/common/cuda/device_memory.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// The medium on the device: the factors of the nodes, as values or codes laid out like a level, or a fluid whose
/// density varies. Empty where the medium does not vary.
class DeviceMedium {
  public:
    DeviceMedium() = default;
    /// Throws std::invalid_argument if values are missing.
    DeviceMedium(const StencilProblem& problem, const DeviceLayout& layout, const DensityProblem* fluid);

    kernels::FactorArguments arguments() const {
        return {factors_.data(), table_.size() > 0 ? table_.data() : nullptr, most_, step_};
    }

    kernels::FluidArguments fluid() const { return fluid_; }

  private:
    void place_fluid(const DensityProblem& problem, const DeviceLayout& layout);

    DeviceArray<unsigned char> factors_;
    DeviceArray<float> table_;
    kernels::FluidArguments fluid_{};
    float most_ = 1;
    float step_ = 0;
};

}  // namespace wavesim
