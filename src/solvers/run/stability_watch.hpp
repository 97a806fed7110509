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

/// Checks the field for NaN, infinity, more energy than the sources gave (SourceWork), and growing energy while they
/// are silent (SilentField). The energy of a program is not known, so its peak is checked instead while the sources are
/// silent. The result at a step depends only on earlier steps, not on the length of the run.
class StabilityWatch {
  public:
    explicit StabilityWatch(const Plan& plan);

    /// Like SourceWork::add.
    void add(std::int64_t first_step, std::int64_t steps, std::span<const double> at_sources) {
        work_.add(first_step, steps, at_sources);
    }

    /// Peak of the current field, Pa. Throws UnstableError with the field, the steps between which it happened, the
    /// node, the Courant number and the likely cause.
    double check(const StencilBackend& backend);

    void save(StateSink& sink) { save_state(sink, state()); }
    /// Throws StateError and changes nothing if the state does not fit.
    void load(StateSource& source) { load_state(source, state()); }

  private:
    std::vector<StateArray> state();
    /// Peak of a program relative to that at the first check after the sources fell silent.
    double growth_of_program(std::int64_t step, double peak);

    const Plan& plan_;
    SourceWork work_;
    SilentField silent_field_;
    std::int64_t last_good_step_ = 0;
    std::int64_t silent_from_ = 0;  ///< step from which the sources of a program are silent
    double silent_peak_ = -1;       ///< peak at the first check from then on; negative before
};

}  // namespace wavesim
