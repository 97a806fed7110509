// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/layers/cuda/layer_step.hpp"
#include "stencils/gpu/single/layer_slabs.hpp"

namespace wavesim {

/// Plane sweeps of the slabs next to the sides, with their absorbing layers, beside the bulk step of all other nodes.
/// Where launches can start early they follow it in line, z, y, x: their blocks fill the multiprocessors that the bulk
/// step leaves. What layers add to slabs of other axes (corners) runs beside the sweeps of x, the longest.
/// Elsewhere they run on streams of their own, in an order that differs from step to step.
template <class Real>
class LayerSweeps {
  public:
    LayerSweeps(const StencilProblem& problem, const LayerSlabs& plan, const LayerStep<Real>& layers, const Gpu& gpu);
    LayerSweeps(const LayerSweeps&) = delete;
    LayerSweeps& operator=(const LayerSweeps&) = delete;
    ~LayerSweeps();
    const std::vector<std::unique_ptr<KernelLibrary>>& libraries() const { return libraries_; }
    /// They need what `stream` has done so far; the bulk step comes next. In line they follow it anyhow.
    void start_after(cudaStream_t stream) const;
    /// After the launch of the bulk step; `stream` goes on when all are done.
    void launch_on(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor) const;

  private:
    struct Sweep {
        cudaKernel_t kernel;
        dim3 blocks;
        int threads;
        int shared_bytes;
        kernels::FieldArguments<Real> field;
        kernels::SweepLayer<Real> layer;
        cudaStream_t stream;  ///< of the sweep where they are not in line, and of its corners
        cudaEvent_t done;
    };
    LayerSlabs plan_;
    const LayerStep<Real>& layers_;
    bool in_line_;
    std::vector<std::unique_ptr<KernelLibrary>> libraries_;
    std::vector<Sweep> sweeps_;   ///< as the slabs of the plan
    cudaEvent_t bulk_ = nullptr;  ///< the bulk step is done, or where sweeps are not in line about to start
};

}  // namespace wavesim
