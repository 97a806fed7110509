// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/temporal/cuda/pass_update.hpp"
#include "stencils/gpu/temporal/strip_points.hpp"

namespace wavesim {

/// Several steps per pass over memory in 2D, and single steps by texture.unrolled for the remainder; the bits are the
/// same.
template <class Real>
class StripUpdate final : public PassUpdate<Real> {
  public:
    StripUpdate(const StencilProblem& problem, const Gpu& gpu, const KernelLibrary& support);

    std::int64_t steps_per_pass() const override { return tiling_.steps(); }
    void queue_pass_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                       const FieldOrigins<Real>& before) override;

    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override;

  private:
    void prepare_pushes_on(cudaStream_t stream, std::int64_t step);
    void record_samples_on(cudaStream_t stream, std::int64_t step);

    using PassUpdate<Real>::single_;

    StripTiling tiling_;
    KernelLibrary library_;
    cudaKernel_t strips_;
    cudaKernel_t prepare_;
    cudaKernel_t finish_;
    KernelResources resources_;
    int threads_per_multiprocessor_;
    std::array<DeviceArray<Real>, 2> spare_;  ///< both levels between the launches of a pass
    DeviceArray<int> first_;
    DeviceArray<kernels::StripRow> row_;
    DeviceArray<kernels::StripNode> heard_;
    DeviceArray<kernels::Push> push_;
    DeviceArray<Real> pushes_, samples_;
    kernels::StripArguments<Real> arguments_{};
};

}  // namespace wavesim
