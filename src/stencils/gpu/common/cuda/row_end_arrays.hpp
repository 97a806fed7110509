// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// Walls at the ends of rows on the device, moved by the sweep and the passes (gpu/common/row_ends.cuh); empty where
/// the passes move all walls.
template <class Real>
class RowEndArrays {
  public:
    RowEndArrays(const StencilProblem& problem, const DeviceLayout& layout, const RowEndTable& table,
                 const KernelLibrary& support);

    /// Brings everything but the states in line with both levels, `before` the one that the next step overwrites;
    /// `parity` is that of the next step.
    void gather_on(cudaStream_t stream, std::int64_t parity, const Real* now, const Real* before) const;
    /// What the passes of a step of that parity move.
    kernels::RowEndArguments<Real> arguments(std::int64_t parity) const;
    int blocks() const;
    /// What the sweep reads and writes.
    kernels::RowEnds<Real> swept() const { return {change_.data(), after_.data(), gather_.ends.pitch}; }
    DeviceArray<Real>& states() { return states_; }

  private:
    kernels::RowEndGather<Real> gather_{};  ///< without what differs from step to step
    cudaKernel_t kernel_;
    DeviceArray<unsigned short> law_;
    DeviceArray<kernels::FaceLaw<Real>> laws_;
    DeviceArray<Real> change_, after_, states_;
    std::array<DeviceArray<Real>, 2> levels_;  ///< per parity of the step that reads it as u^{n-1}
};

}  // namespace wavesim
