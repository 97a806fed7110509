// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/marked_backend.hpp"
#include "stencils/gpu/common/cuda/field_look.hpp"
#include "stencils/gpu/common/cuda/field_reader.hpp"
#include "stencils/gpu/common/cuda/field_update.hpp"
#include "stencils/gpu/common/cuda/step_loop.hpp"

namespace wavesim {

/// A problem on one GPU: both levels of its fields, the time loop, field checks and the transfer of data from and to
/// the device. A FieldUpdate performs the steps.
template <class Real>
class CudaBackend final : public StencilBackend, public MarkedBackend {
  public:
    /// On the current device; `support`: the kernels of support_source.
    CudaBackend(std::string device_name, std::unique_ptr<KernelLibrary> support,
                std::unique_ptr<FieldUpdate<Real>> update);
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
    void read(FieldLevel which, const NodeBox& box, std::span<double> values) const override;
    void start_read(const NodeBox& box, std::span<double> values) override;
    void finish_read() override { reader_.finish(); }
    /// Sets the other fields to the values that belong to a pressure field alone.
    void write(FieldLevel which, std::span<const double> values) override;
    FieldHealth health() const override;
    void add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const override;
    std::vector<FieldPlanes> planes() override;
    void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) override;
    void meet(const StencilBackend& neighbour) override;
    void mark() override { marks_.record(loop_.stream()); }
    std::int64_t marks_reached() const override { return marks_.reached(); }
    void wait_for(const StencilBackend& neighbour) override;
    BackendFacts facts() const override;
    bool fill_with_noise() override {
        gathered_ = false;
        return update_->fill_with_noise(levels_);
    }

  private:
    std::vector<StateArray> state() override;
    void resume() override;
    std::int64_t parity_of(FieldLevel which) const { return (which == FieldLevel::current ? step() : step() + 1) % 2; }
    const DeviceLevel<Real>& level(FieldLevel which) const {
        return levels_[static_cast<std::size_t>(parity_of(which))];
    }
    Real* origin(const DeviceArray<Real>& field) const { return field.data() + update_->layout().origin; }
    FieldOrigins<Real> origins(std::int64_t parity) const;

    int device_;
    std::string device_name_;
    std::unique_ptr<KernelLibrary> support_;
    std::unique_ptr<FieldUpdate<Real>> update_;
    std::array<DeviceLevel<Real>, 2> levels_;  ///< by the parity of the step for which they are u^n
    StepLoop<Real> loop_;
    StreamMarks marks_;
    bool gathered_ = false;  ///< the data that the update keeps beside the levels matches them
    FieldReader<Real> reader_;
    FieldLook<Real> look_;
};

}  // namespace wavesim
