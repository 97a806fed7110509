// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <memory>

#include "stencils/gpu/common/cuda/field_update.hpp"
#include "stencils/gpu/layers/cuda/layer_step.hpp"
#include "stencils/gpu/tti/cuda/stream_fork.hpp"
#include "stencils/gpu/tti/tti_launch.hpp"

namespace wavesim {

/// TTI media: two fields, updated in place.
template <class Real>
class TtiUpdate final : public FieldUpdate<Real> {
  public:
    TtiUpdate(const TtiProblem& problem, const Gpu& gpu, const KernelLibrary& support,
              const std::vector<TtiKernel>& kernels);

    const DeviceLayout& layout() const override { return layout_; }
    std::vector<std::string> fields() const override { return {"pressure", "second"}; }
    void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                  const FieldOrigins<Real>& next) const override;
    SparsePasses<Real>& passes() override { return *passes_; }
    /// The second field is set such that q is 0.
    std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) override;
    bool fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const override;
    std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() override;
    void set_step(std::int64_t step) override;
    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override;

  private:
    /// A kernel of a step, its arguments except the fields, and its numbers of blocks.
    struct Launch {
        cudaKernel_t kernel;
        kernels::TtiArguments<Real> arguments;
        dim3 blocks;
        int threads;
        int shared_bytes;
        TtiRegion region;
        std::size_t box;  ///< index among the boxes of its region
    };
    /// Self-adjoint form: memory of the absorbing layers across one axis, psi and xi of both fields, and their tables.
    /// Empty without layers.
    struct Layer {
        std::array<DeviceArray<Real>, 4> memory;
        DeviceArray<Real> decay, gain;
    };
    void place_parameters(const TtiProblem& problem);
    /// Sets the pointers to intermediate results of a step: fluxes of both fields, and in 3D the stiffness along z.
    void place_fluxes(const Extent& extent);
    void place_layers(const TtiProblem& problem);
    void prepare_launches(const TtiProblem& problem, const std::vector<TtiKernel>& kernels, int multiprocessors);
    void launch_on(cudaStream_t stream, const Launch& step, const FieldOrigins<Real>& now,
                   const FieldOrigins<Real>& next) const;
    /// Launches the fluxes of the slabs, then their updates, each slab on its own stream, concurrently with the box
    /// between them.
    void launch_slabs_beside(cudaStream_t stream, const FieldOrigins<Real>& now, const FieldOrigins<Real>& next) const;
    Real* origin(const DeviceArray<Real>& array) const { return array.data() + layout_.origin; }

    TtiForm form_;
    bool early_;  ///< each launch of a step starts while the one before it still runs (launch_early)
    DeviceLayout layout_;
    std::vector<DeviceArray<Real>> parameters_;
    std::array<DeviceArray<Real>, 3> damping_;
    std::array<DeviceArray<Real>, 3> turn_shares_;  ///< self-adjoint
    std::vector<DeviceArray<Real>> fluxes_;         ///< fluxes, and the stiffness along z
    std::array<Layer, 3> layers_;
    std::unique_ptr<LayerStep<Real>> layer_step_;  ///< layers of k73, after its sweep; null without layers
    kernels::TtiArguments<Real> arguments_{};
    std::unique_ptr<KernelLibrary> kernels_;
    std::vector<Launch> launches_;
    std::unique_ptr<StreamFork> slabs_;  ///< set if a box in one pass lies between slabs in two passes
    KernelTile tile_;
    std::unique_ptr<SparsePasses<Real>> passes_;         ///< passes of the pressure
    std::unique_ptr<SparsePasses<Real>> second_passes_;  ///< sources and receivers of the second field
    KernelResources resources_;                          ///< of the last kernel of a step
    int threads_per_multiprocessor_;
};

}  // namespace wavesim
