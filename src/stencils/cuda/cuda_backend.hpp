// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend.hpp"
#include "stencils/cuda/bulk_step.hpp"
#include "stencils/cuda/device_event.hpp"
#include "stencils/cuda/layer_sweeps.hpp"
#include "stencils/cuda/sparse_passes.hpp"

namespace wavesim {

/// A problem on one GPU. Two levels in place; steps run as a graph of two time steps, so that the host only waits at
/// the end of advance().
template <class Real>
class CudaBackend final : public StencilBackend {
  public:
    CudaBackend(const StencilProblem& problem, KernelForm form, const BackendOptions& options);
    ~CudaBackend() override;

    void advance(std::int64_t steps) override;
    double advance_timed(std::int64_t steps) override;
    std::int64_t step() const override { return step_; }
    void take_traces(std::vector<double>& traces) override;
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override;
    void write(FieldLevel level, std::span<const double> values) override;
    FieldHealth health() const override;
    std::vector<StateArray> state() override;
    void adopt_state() override;
    BackendFacts facts() const override;
    bool fill_with_noise() override;

  private:
    const DeviceArray<Real>& level(FieldLevel level) const {
        return fields_[static_cast<std::size_t>(level == FieldLevel::current ? step_ % 2 : (step_ + 1) % 2)];
    }
    DeviceArray<Real>& level(FieldLevel which) {
        return const_cast<DeviceArray<Real>&>(std::as_const(*this).level(which));
    }
    void record_step(std::int64_t parity);
    void launch_steps(std::int64_t steps);
    /// Everything that a run goes on from, by name; both levels first.
    std::vector<std::pair<std::string, DeviceArray<Real>*>> state_arrays();

    StencilProblem problem_;  ///< grid, stencil and solids only
    KernelForm form_;
    KernelTile tile_;
    std::string device_name_;
    DeviceLayout layout_;
    std::array<DeviceArray<Real>, 2> fields_;
    DeviceArray<float> factors_;  ///< of the medium where it varies, laid out like a level
    cudaStream_t stream_ = nullptr;
    cudaGraphExec_t two_steps_ = nullptr;
    std::unique_ptr<KernelLibrary> support_;
    std::unique_ptr<BulkStep<Real>> bulk_;
    std::unique_ptr<LayerStep<Real>> layers_;          ///< where the problem has absorbing layers
    std::unique_ptr<LayerSweeps<Real>> layer_sweeps_;  ///< where plane sweeps move them
    std::unique_ptr<SparsePasses<Real>> passes_;
    std::int64_t step_ = 0;
    std::int64_t taken_ = 0;                  ///< step up to which traces left the device
    std::vector<double> waiting_;             ///< traces that left the device but not the backend
    std::vector<std::vector<Real>> staging_;  ///< what state() shows
    mutable DeviceArray<unsigned long long> health_;
};

}  // namespace wavesim
