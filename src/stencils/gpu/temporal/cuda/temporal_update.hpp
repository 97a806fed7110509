// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/temporal/cuda/pass_update.hpp"
#include "stencils/gpu/temporal/cuda/pass_wall_arrays.hpp"
#include "stencils/gpu/temporal/pass_points.hpp"

namespace wavesim {

/// Several steps per pass over memory, and single steps by the plane sweep for the remainder; the bits are the same. If
/// the device cannot hold all blocks of a pass at once, all steps are single ones.
template <class Real>
class TemporalUpdate final : public PassUpdate<Real> {
  public:
    /// `library`: the compiled temporal_source. It is compiled before the lists are made.
    TemporalUpdate(const StencilProblem& problem, const TemporalTiling& tiling, std::unique_ptr<KernelLibrary> library,
                   const Gpu& gpu, const KernelLibrary& support);

    std::int64_t steps_per_pass() const override { return resident_ ? tiling_.levels : 1; }
    void queue_pass_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                       const FieldOrigins<Real>& before) override;
    void settle_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                   const FieldOrigins<Real>& before) override;

    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override;

  private:
    void prepare_pushes_on(cudaStream_t stream, std::int64_t step);
    void return_late_rows_on(cudaStream_t stream, const kernels::TemporalArguments<Real>& pass) const;

    /// Nodes of a list sorted by tile, on the device.
    struct DeviceLists {
        DeviceArray<kernels::TilePlanes> tile;
        DeviceArray<int> first;
        DeviceArray<kernels::TileNode> node;
        void take(const TileLists& lists);
        kernels::TileNodes view() const { return {tile.data(), first.data(), node.data()}; }
    };

    using PassUpdate<Real>::single_;

    TemporalTiling tiling_;
    std::unique_ptr<KernelLibrary> library_;
    cudaKernel_t pass_;
    cudaKernel_t prepare_;
    cudaKernel_t finish_;
    KernelResources resources_;
    int threads_per_multiprocessor_;
    bool resident_;
    DeviceArray<kernels::RimPair> rims_;
    DeviceLists heard_;
    DeviceArray<kernels::TilePlanes> planes_of_sources_;
    DeviceArray<kernels::Push> push_;
    std::int64_t push_level_values_ = 0;
    std::unique_ptr<PassWallArrays> walls_;  ///< if the problem has walls or solids, which requires float
    DeviceArray<Real> samples_, pushes_;
    cudaKernel_t return_rows_ = nullptr;  ///< set if there are panels
    DeviceArray<Real> late_;              ///< new rows whose old values the next panel still needs
    kernels::TemporalArguments<Real> arguments_{};
    unsigned tag_ = 1;
    unsigned tags_per_launch_;
};

}  // namespace wavesim
