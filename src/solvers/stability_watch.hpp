// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/plan.hpp"
#include "stencils/backend.hpp"
#include "stencils/state.hpp"

namespace wavesim {

/// Peak pressure that no run of this plan can reach, Pa: 1e4 times the sum of all image sources of a closed room.
/// That is sum |A| (1/X + (c t)^2 / (2 V)), in 2D sum |A| (1 + (c t)^2 / (2 S)), with t the duration.
double pressure_bound(const Plan& plan);

/// Looks at the field for NaN, infinity and growth beyond the bound.
class StabilityWatch {
  public:
    explicit StabilityWatch(const Plan& plan) : plan_(plan), bound_(pressure_bound(plan)) {}

    /// Peak of the current field, Pa. Throws UnstableError that names the field, the steps between which it
    /// happened, the node, the Courant number and the likely cause.
    double check(const StencilBackend& backend);

    void save(StateSink& sink) { save_state(sink, state()); }
    /// Throws StateError and changes nothing where the state does not fit.
    void load(StateSource& source) { load_state(source, state()); }

  private:
    std::vector<StateArray> state() { return {state_value("last_good_step", last_good_step_)}; }

    const Plan& plan_;
    double bound_;
    std::int64_t last_good_step_ = 0;
};

}  // namespace wavesim
