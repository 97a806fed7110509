// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/gpu/common/cuda/device_medium.hpp"
#include "stencils/gpu/common/cuda/field_update.hpp"
#include "stencils/gpu/common/cuda/port_passes.hpp"
#include "stencils/gpu/single/cuda/bulk_step.hpp"
#include "stencils/gpu/single/cuda/layer_sweeps.hpp"

namespace wavesim {

/// Isotropic media, one field: kernel forms for the bulk step, absorbing layers, wall ports, passes.
template <class Real>
class IsotropicUpdate final : public FieldUpdate<Real> {
  public:
    /// `fluid`: the problem itself where the density varies, else nullptr. `tile`: one of tiles_to_try of the only
    /// form, empty for the first. `kept`: receives a copy of the table of acted nodes, or null.
    IsotropicUpdate(const StencilProblem& problem, const DensityProblem* fluid, const RegionForms& forms,
                    const std::string& tile, const Gpu& gpu, const KernelLibrary& support, NodeTable* kept = nullptr);

    const DeviceLayout& layout() const override { return layout_; }
    kernels::FactorArguments medium() const { return medium_.arguments(); }
    std::vector<std::string> fields() const override { return {"field"}; }
    void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                  const FieldOrigins<Real>& next) const override;
    void gather_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                   const FieldOrigins<Real>& before) const override;
    SparsePasses<Real>& passes() override { return *passes_; }
    std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) override;
    bool fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const override;
    std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() override;
    void set_step(std::int64_t step) override { passes_->set_step(step); }
    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override;

  private:
    Stencil stencil_;
    std::vector<SolidSpan> solids_;
    RegionForms forms_;
    int threads_per_multiprocessor_;
    DeviceLayout layout_;
    DeviceMedium medium_;
    std::vector<BulkPart> parts_;
    std::vector<std::unique_ptr<BulkStep<Real>>> bulk_;  ///< one per part
    std::unique_ptr<LayerStep<Real>> layers_;            ///< if the problem has absorbing layers
    std::unique_ptr<LayerSweeps<Real>> layer_sweeps_;    ///< if plane sweeps update the layers
    std::unique_ptr<SparsePasses<Real>> passes_;
    std::unique_ptr<PortPasses<Real>> ports_;  ///< if walls are ports
};

}  // namespace wavesim
