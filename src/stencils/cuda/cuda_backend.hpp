// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend.hpp"
#include "stencils/cuda/bulk_step.hpp"
#include "stencils/cuda/device_medium.hpp"
#include "stencils/cuda/field_reader.hpp"
#include "stencils/cuda/layer_sweeps.hpp"
#include "stencils/cuda/sparse_passes.hpp"
#include "stencils/cuda/step_loop.hpp"

namespace wavesim {

/// A problem on one GPU: two levels in place.
template <class Real>
class CudaBackend final : public StencilBackend {
  public:
    /// `density`: kg/m3 by logical index for KernelForm::density, else empty.
    CudaBackend(const StencilProblem& problem, std::span<const float> density, KernelForm form,
                const BackendOptions& options);
    ~CudaBackend() override;

    void advance(std::int64_t steps) override { advance_timed(steps); }
    double advance_timed(std::int64_t steps) override {
        start_advance(steps);
        return loop_.finish();
    }
    void start_advance(std::int64_t steps) override;
    double finish_advance() override { return loop_.finish(); }
    std::int64_t step() const override { return loop_.step(); }
    void take_traces(std::vector<double>& traces) override { loop_.take_traces(traces); }
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override;
    void start_read(const NodeBox& box, std::span<double> values) override;
    void finish_read() override { reader_->finish(); }
    void write(FieldLevel level, std::span<const double> values) override;
    FieldHealth health() const override;
    BackendFacts facts() const override;
    bool fill_with_noise() override;

  private:
    std::vector<StateArray> state() override;
    void resume() override;
    const DeviceArray<Real>& level(FieldLevel level) const {
        return fields_[static_cast<std::size_t>(level == FieldLevel::current ? step() % 2 : (step() + 1) % 2)];
    }
    DeviceArray<Real>& level(FieldLevel which) {
        return const_cast<DeviceArray<Real>&>(std::as_const(*this).level(which));
    }
    void queue_step(std::int64_t parity);

    Stencil stencil_;
    std::vector<SolidSpan> solids_;
    KernelForm form_;
    KernelTile tile_;
    std::string device_name_;
    int threads_per_multiprocessor_ = 0;
    DeviceLayout layout_;
    std::array<DeviceArray<Real>, 2> fields_;
    DeviceMedium medium_;
    std::unique_ptr<KernelLibrary> support_;
    std::unique_ptr<BulkStep<Real>> bulk_;
    std::unique_ptr<LayerStep<Real>> layers_;          ///< where the problem has absorbing layers
    std::unique_ptr<LayerSweeps<Real>> layer_sweeps_;  ///< where plane sweeps move them
    std::unique_ptr<SparsePasses<Real>> passes_;
    StepLoop<Real> loop_;
    std::unique_ptr<FieldReader<Real>> reader_;
    mutable DeviceArray<unsigned long long> health_;
};

}  // namespace wavesim
