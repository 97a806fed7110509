// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/gpu/common/cuda/field_update.hpp"
#include "stencils/gpu/resident/resident_plan.hpp"

namespace wavesim {

/// Media of one sound speed and density whose field stays on chip for all steps of a launch. A launch works on copies
/// of the states of walls, and its results are copied to the fields and states if it was not ended early. So the state
/// before a launch stays whole until then.
class ResidentUpdate final : public FieldUpdate<float> {
  public:
    /// `decided`: the table of the proposal, or null. Throws KernelError if the GPU cannot hold all blocks at once.
    ResidentUpdate(const StencilProblem& problem, const ResidentTiling& tiling, const DecidedResident* decided,
                   const Gpu& gpu, const KernelLibrary& support);

    const DeviceLayout& layout() const override { return layout_; }
    std::vector<std::string> fields() const override { return {"field"}; }
    void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<float>& now,
                  const FieldOrigins<float>& next) const override;
    std::int64_t steps_per_launch() const override { return most_steps_; }
    void queue_launch_on(cudaStream_t stream, std::int64_t step, std::int64_t steps, const FieldOrigins<float>& now,
                         const FieldOrigins<float>& before) override;
    std::int64_t step_reached(std::int64_t step) override;
    SparsePasses<float>& passes() override { return *passes_; }
    std::vector<std::vector<float>> level_of(std::vector<float> pressure, std::int64_t parity) override;
    bool fill_with_noise(std::array<DeviceLevel<float>, 2>& levels) const override;
    std::vector<std::pair<std::string, DeviceArray<float>*>> memory() override;
    void set_step(std::int64_t step) override;
    BackendFacts facts() const override;
    std::vector<const KernelLibrary*> libraries() const override { return {&library_}; }

  private:
    void place(const ResidentLists& lists);
    /// Copies arrays on the device unless a launch has been ended early; then step `reached` is that of the state.
    using Copies = std::vector<std::pair<const DeviceArray<float>*, float*>>;
    void copy_on(cudaStream_t stream, const Copies& arrays, std::int64_t reached) const;

    DeviceLayout layout_;
    ResidentTiling tiling_;
    int threads_per_multiprocessor_;
    std::int64_t most_steps_;
    std::vector<SolidSpan> solids_;
    KernelLibrary library_;
    cudaKernel_t resident_, copy_, finish_;
    KernelResources resources_;
    std::unique_ptr<SparsePasses<float>> passes_;
    std::array<DeviceArray<float>, 2> spare_;    ///< results of a launch: its last level and the one before it
    std::array<DeviceArray<float>, 4> working_;  ///< theta, states of branches, and kept levels of a launch
    DeviceArray<kernels::ResidentBlock> blocks_;
    DeviceArray<kernels::Exchange> exchanges_;
    DeviceArray<kernels::ExchangeWord> words_;
    DeviceArray<kernels::HeardNode> heard_;
    DeviceArray<float> samples_;
    DeviceArray<long long> given_up_, reached_;
    kernels::ResidentArguments<float> arguments_{};
};

}  // namespace wavesim
