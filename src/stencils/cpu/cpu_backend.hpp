// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_update.hpp"

namespace wavesim::cpu {

/// A problem in the memory of this machine, updated by a team of threads. It has both levels of its fields, traces,
/// reads, field checks and state. A FieldUpdate performs the steps.
template <class T>
class CpuBackend final : public StencilBackend {
  public:
    CpuBackend(const StencilProblem& problem, int threads, std::unique_ptr<FieldUpdate<T>> update);

    void advance(std::int64_t steps) override;
    std::int64_t step() const override { return step_; }
    void take_traces(std::vector<double>& traces) override;
    void read(FieldLevel which, const NodeBox& box, std::span<double> values) const override;
    /// Sets the other fields to the values that belong to a pressure field alone.
    void write(FieldLevel which, std::span<const double> values) override;
    FieldHealth health() const override;
    void add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const override;
    std::vector<FieldPlanes> planes() override;

  private:
    std::vector<StateArray> state() override;
    void resume() override;
    const Fields<T>& level(FieldLevel which) const {
        return levels_[static_cast<std::size_t>(which == FieldLevel::current ? step_ % 2 : (step_ + 1) % 2)];
    }
    /// Calls act(y, z) for every row of planes [from, to), which are divided among threads.
    template <class Act>
    void for_each_row(std::int64_t from, std::int64_t to, const Act& act) const;
    template <class Act>
    void for_each_row(const Act& act) const {
        for_each_row(0, update_->layout().extent.nz, act);
    }

    int threads_;
    std::unique_ptr<FieldUpdate<T>> update_;
    Receivers receivers_;
    std::vector<FieldArray<T>> arrays_;
    Levels<T> levels_;
    std::vector<double> traces_;
    std::int64_t step_ = 0;
};

}  // namespace wavesim::cpu
