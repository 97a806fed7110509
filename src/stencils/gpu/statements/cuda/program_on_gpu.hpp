// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "stencils/gpu/common/cuda/field_look.hpp"
#include "stencils/gpu/common/cuda/field_reader.hpp"
#include "stencils/gpu/common/cuda/step_loop.hpp"
#include "stencils/gpu/statements/cuda/program_arrays.hpp"

namespace wavesim {

/// A program on one GPU.
template <class Real>
class ProgramOnGpu final : public StencilBackend {
  public:
    /// On the current device; `support`: the kernels of support_source.
    ProgramOnGpu(const ProgramProblem& problem, const StatementPlan& plan, const Gpu& gpu,
                 std::unique_ptr<KernelLibrary> support);

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
    /// Of the field that receivers record; if it has one level, a previous one is ignored.
    void write(FieldLevel which, std::span<const double> values) override;
    /// The peak is that of the field that receivers record; all fields must be finite. A field of one level has no
    /// change.
    FieldHealth health() const override;
    BackendFacts facts() const override;
    bool fill_with_noise() override;

  private:
    const std::vector<equations::Field>& fields() const { return plan_.program().declared.fields; }
    int parity() const { return static_cast<int>(loop_.step() % 2); }
    int number_of(int field, equations::Time time, int parity) const;
    bool has_two_levels() const { return fields()[static_cast<std::size_t>(heard_)].levels == 2; }
    /// Number of the array of a level of the field that receivers record.
    int heard_array(FieldLevel which) const;
    void prepare_kernels();
    void compute_fixed();
    void queue_step(int parity) const;
    void launch_group(std::size_t group, int parity) const;
    void launch_images(const std::vector<int>& fields, const std::vector<int>& arrays) const;
    void continue_all_fields() const;
    std::vector<StateArray> state() override;
    void resume() override;

    std::string device_name_;
    StatementPlan plan_;
    int heard_;
    bool early_;  ///< each launch of a step starts while the one before it still runs (launch_early)
    int threads_per_multiprocessor_;
    std::unique_ptr<KernelLibrary> support_;
    KernelLibrary library_;
    std::vector<cudaKernel_t> groups_;
    cudaKernel_t images_;
    KernelResources resources_;  ///< of the group with the most registers
    ProgramArrays<Real> arrays_;
    SparsePasses<Real> hearing_;  ///< receivers
    SparsePasses<Real> pushing_;  ///< sources
    StepLoop<Real> loop_;
    FieldReader<Real> reader_;
    FieldLook<Real> look_;
    int state_parity_ = 0;    ///< of the arrays that state() has given
    bool continued_ = false;  ///< values beyond the sides match the fields
};

}  // namespace wavesim
