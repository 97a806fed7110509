// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cuda/isotropic_update.hpp"
#include "stencils/cuda/pass_wall_arrays.hpp"
#include "stencils/launch/pass_points.hpp"

namespace wavesim {

/// Several steps per pass over memory, and single steps by the plane sweep for what is left of them; the same bits
/// either way. Where the device cannot hold all blocks of a pass at once, all steps are single ones.
template <class Real>
class TemporalUpdate final : public FieldUpdate<Real> {
  public:
    TemporalUpdate(const StencilProblem& problem, const Gpu& gpu, const KernelLibrary& support);

    std::int64_t steps_per_pass() const override { return resident_ ? tiling_.levels : 1; }
    void queue_pass_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                       const FieldOrigins<Real>& before) override;
    void settle_on(cudaStream_t stream, std::int64_t step, const FieldOrigins<Real>& now,
                   const FieldOrigins<Real>& before) override;

    const DeviceLayout& layout() const override { return single_.layout(); }
    std::vector<std::string> fields() const override { return single_.fields(); }
    void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                  const FieldOrigins<Real>& next) const override {
        single_.queue_on(stream, parity, now, next);
    }
    void gather_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                   const FieldOrigins<Real>& before) const override {
        single_.gather_on(stream, parity, now, before);
    }
    SparsePasses<Real>& passes() override { return single_.passes(); }
    std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) override {
        return single_.level_of(std::move(pressure), parity);
    }
    bool fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const override {
        return single_.fill_with_noise(levels);
    }
    std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() override { return single_.memory(); }
    void set_step(std::int64_t step) override { single_.set_step(step); }
    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override;

  private:
    void prepare_pushes_on(cudaStream_t stream, std::int64_t step);
    void return_late_rows_on(cudaStream_t stream, const kernels::TemporalArguments<Real>& pass) const;

    /// Nodes of a list by tile, on the device.
    struct DeviceLists {
        DeviceArray<kernels::TilePlanes> tile;
        DeviceArray<int> first;
        DeviceArray<kernels::TileNode> node;
        void take(const TileLists& lists);
        kernels::TileNodes view() const { return {tile.data(), first.data(), node.data()}; }
    };

    IsotropicUpdate<Real> single_;
    TemporalTiling tiling_;
    KernelLibrary library_;
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
    std::unique_ptr<PassWallArrays> walls_;  ///< where the problem has walls or solids, which is in float
    DeviceArray<Real> samples_, pushes_;
    cudaKernel_t return_rows_ = nullptr;  ///< where there are panels
    DeviceArray<Real> late_;              ///< rows that the next panel still needs as they were
    kernels::TemporalArguments<Real> arguments_{};
    unsigned tag_ = 1;
    unsigned tags_per_launch_;
};

}  // namespace wavesim
