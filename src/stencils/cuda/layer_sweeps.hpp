// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cuda/layer_step.hpp"

namespace wavesim {

/// Plane sweeps of the slabs next to the sides, with their absorbing layers: they run beside the bulk step of all other
/// nodes, on streams of their own between a fork and a join.
template <class Real>
class LayerSweeps {
  public:
    LayerSweeps(const StencilProblem& problem, const LayerSlabs& plan, const LayerStep<Real>& layers,
                const std::string& architecture);
    LayerSweeps(const LayerSweeps&) = delete;
    LayerSweeps& operator=(const LayerSweeps&) = delete;
    ~LayerSweeps();
    /// Time in the run-time compiler.
    double compile_s() const;
    bool from_cache() const;
    /// Starts them after what `stream` has done so far.
    void fork(cudaStream_t stream, const Real* now, Real* next, const kernels::FactorArguments& factor) const;
    /// `stream` goes on when they are done.
    void join(cudaStream_t stream) const;

  private:
    struct Sweep {
        cudaKernel_t kernel;
        dim3 blocks;
        int threads;
        int shared_bytes;
        kernels::FieldArguments<Real> field;
        kernels::SweepLayer<Real> layer;
        cudaStream_t stream;
        cudaEvent_t done;
    };
    LayerSlabs plan_;
    const LayerStep<Real>& layers_;
    std::vector<std::unique_ptr<KernelLibrary>> libraries_;
    std::vector<Sweep> sweeps_;  ///< as the slabs of the plan
    cudaEvent_t start_ = nullptr;
};

}  // namespace wavesim
