// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/cuda/device_medium.hpp"
#include "stencils/gpu/common/cuda/field_update.hpp"
#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/gpu/whole_step/whole_step_arguments.cuh"
#include "stencils/gpu/whole_step/whole_step_plan.hpp"

namespace wavesim {

/// Isotropic media without absorbing layers, one launch per step.
template <class Real>
class WholeStepUpdate final : public FieldUpdate<Real> {
  public:
    /// `tile`: one of whole_step_tiles, empty for the first. `decided`: the table of the proposal; may be null.
    WholeStepUpdate(const StencilProblem& problem, const std::string& tile, const DecidedTable* decided, const Gpu& gpu,
                    const KernelLibrary& support);

    const DeviceLayout& layout() const override { return layout_; }
    std::vector<std::string> fields() const override { return {"field"}; }
    void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                  const FieldOrigins<Real>& next) const override;
    SparsePasses<Real>& passes() override { return *passes_; }
    std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) override;
    bool fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const override;
    std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() override;
    void set_step(std::int64_t step) override { passes_->set_step(step); }
    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override { return {&library_}; }

  private:
    DeviceLayout layout_;
    KernelTile tile_;
    int threads_;
    int threads_per_multiprocessor_;
    bool early_;
    std::vector<SolidSpan> solids_;
    DeviceMedium medium_;
    KernelLibrary library_;
    cudaKernel_t kernel_;
    KernelResources resources_;
    DeviceArray<kernels::BlockWork> work_;
    std::unique_ptr<SparsePasses<Real>> passes_;
    kernels::WholeStepArguments<Real> arguments_{};  ///< without what changes from step to step
};

}  // namespace wavesim
