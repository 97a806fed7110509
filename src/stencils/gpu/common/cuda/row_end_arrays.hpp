// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// Walls at the ends of rows on the device, updated by the sweep and the passes (gpu/common/row_ends.cuh); empty if the
/// passes update all walls.
template <class Real>
class RowEndArrays {
  public:
    RowEndArrays(const StencilProblem& problem, const DeviceLayout& layout, const RowEndTable& table,
                 const KernelLibrary& support);

    /// Recomputes everything except the states from both levels. `before` is the level that the next step overwrites;
    /// `parity` is that of the next step.
    void gather_on(cudaStream_t stream, std::int64_t parity, const Real* now, const Real* before) const;
    /// Arguments of the passes of a step of that parity.
    kernels::RowEndArguments<Real> arguments(std::int64_t parity) const;
    int blocks() const;
    /// Arrays that the sweep reads and writes.
    kernels::RowEnds<Real> swept() const { return {change_.data(), after_.data(), gather_.ends.pitch}; }
    DeviceArray<Real>& states() { return states_; }

  private:
    kernels::RowEndGather<Real> gather_{};  ///< arguments that are the same in every step
    cudaKernel_t kernel_;
    DeviceArray<unsigned short> law_;
    DeviceArray<kernels::FaceLaw<Real>> laws_;
    DeviceArray<Real> change_, after_, states_;
    std::array<DeviceArray<Real>, 2> levels_;  ///< per parity of the step that reads it as u^{n-1}
};

}  // namespace wavesim
