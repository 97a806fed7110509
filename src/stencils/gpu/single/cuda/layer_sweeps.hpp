// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/layers/cuda/layer_step.hpp"
#include "stencils/gpu/single/layer_slabs.hpp"

namespace wavesim {

/// Plane sweeps of the slabs next to the sides, with their absorbing layers, concurrent with the bulk step of all other
/// nodes. If launches can start early, the sweeps follow it in line, z, y, x, and their blocks fill the multiprocessors
/// that the bulk step leaves. Terms of layers in slabs of other axes (corners) are added concurrently with the sweeps
/// of x, the longest. Otherwise the sweeps run on streams of their own, in an order that differs from step to step.
template <class Real>
class LayerSweeps {
  public:
    LayerSweeps(const StencilProblem& problem, const LayerSlabs& plan, const LayerStep<Real>& layers, const Gpu& gpu);
    LayerSweeps(const LayerSweeps&) = delete;
    LayerSweeps& operator=(const LayerSweeps&) = delete;
    ~LayerSweeps();
    const std::vector<std::unique_ptr<KernelLibrary>>& libraries() const { return libraries_; }
    /// The sweeps wait for the work queued on `stream` so far; the bulk step is launched next. In line they follow it
    /// in any case.
    void start_after(cudaStream_t stream) const;
    /// Called after the launch of the bulk step; later work on `stream` waits for all sweeps.
    void launch_on(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor) const;

  private:
    struct Sweep {
        cudaKernel_t kernel;
        dim3 blocks;
        int threads;
        int shared_bytes;
        kernels::FieldArguments<Real> field;
        kernels::SweepLayer<Real> layer;
        cudaStream_t stream;  ///< stream of the sweep if sweeps are not in line, and of its corners
        cudaEvent_t done;
    };
    LayerSlabs plan_;
    const LayerStep<Real>& layers_;
    bool in_line_;
    std::vector<std::unique_ptr<KernelLibrary>> libraries_;
    std::vector<Sweep> sweeps_;   ///< in the order of the slabs of the plan
    cudaEvent_t bulk_ = nullptr;  ///< recorded after the bulk step, or before it if sweeps are not in line
};

}  // namespace wavesim
