// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "solvers/run/silent_field.hpp"
#include "solvers/run/source_work.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Looks at the field for NaN, infinity, more energy than the sources gave it (SourceWork), and energy that grows while
/// they are silent (SilentField). What it says at a step depends on the steps before alone, not on how long the run is.
class StabilityWatch {
  public:
    explicit StabilityWatch(const Plan& plan) : plan_(plan), work_(plan), silent_field_(plan) {}

    /// As SourceWork::add.
    void add(std::int64_t first_step, std::int64_t steps, std::span<const double> at_sources) {
        work_.add(first_step, steps, at_sources);
    }

    /// Peak of the current field, Pa. Throws UnstableError that names the field, the steps between which it
    /// happened, the node, the Courant number and the likely cause.
    double check(const StencilBackend& backend);

    void save(StateSink& sink) { save_state(sink, state()); }
    /// Throws StateError and changes nothing where the state does not fit.
    void load(StateSource& source) { load_state(source, state()); }

  private:
    std::vector<StateArray> state();

    const Plan& plan_;
    SourceWork work_;
    SilentField silent_field_;
    std::int64_t last_good_step_ = 0;
};

}  // namespace wavesim
