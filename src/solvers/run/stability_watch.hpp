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
/// they are silent (SilentField). Nobody knows the energy of a program: its field may not grow while they are silent.
/// What it says at a step depends on the steps before alone, not on how long the run is.
class StabilityWatch {
  public:
    explicit StabilityWatch(const Plan& plan);

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
    /// How many times the peak of a program exceeds that of the first look since the sources fell silent.
    double growth_of_program(std::int64_t step, double peak);

    const Plan& plan_;
    SourceWork work_;
    SilentField silent_field_;
    std::int64_t last_good_step_ = 0;
    std::int64_t silent_from_ = 0;  ///< step from which the sources of a program are silent
    double silent_peak_ = -1;       ///< at the first look from then on; negative before
};

}  // namespace wavesim
