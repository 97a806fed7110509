// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/cuda/sparse_passes.hpp"
#include "stencils/gpu/temporal/pass_walls.hpp"

namespace wavesim {

/// Walls, solids and sources of passes of several steps on the device. Their states are copied from those of single
/// steps before the first pass and back after the last one.
class PassWallArrays {
  public:
    PassWallArrays(const NodeTable& table, double courant, const TemporalTiling& tiling, const DeviceLayout& layout,
                   const KernelLibrary& library);

    /// Called before a pass from u^n on: copies the states, unless the previous call was also a pass. `parity` is that
    /// of n.
    kernels::WallArguments next_pass_on(cudaStream_t stream, SparsePasses<float>& passes, std::int64_t parity,
                                        const float* now, const float* before);
    /// Called after passes, before the states of single steps are read: u^n is the current field.
    void settle_on(cudaStream_t stream, SparsePasses<float>& passes, std::int64_t parity, const float* now,
                   const float* before);

  private:
    void launch_on(cudaStream_t stream, cudaKernel_t kernel, SparsePasses<float>& passes, std::int64_t parity,
                   const float* now, const float* before);

    cudaKernel_t take_, settle_;
    cudaKernel_t share_ = nullptr;  ///< set if panels compute rows twice
    DeviceArray<kernels::TilePlanes> tile_;
    DeviceArray<int> first_, driven_, place_;
    DeviceArray<unsigned> rows_;
    DeviceArray<kernels::WallQuad> quads_;
    DeviceArray<kernels::SharedQuad> shared_;
    DeviceArray<float> table_, state_;
    DeviceArray<long long> node_;
    kernels::WallArguments arguments_{};
    kernels::WallStateArguments states_{};
    bool taken_ = false;
};

}  // namespace wavesim
