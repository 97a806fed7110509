// SPDX-License-Identifier: MIT
#include "solvers/signal/time_step.hpp"

#include <cmath>

#include "solvers/signal/time_dispersion.hpp"

namespace wavesim {

double carried_frequency(const PlanOutline& plan) { return plan.decision.slowest_m_s / (2 * plan.decision.spacing_m); }

void set_time_step(PlanOutline& plan) {
    plan.decision.time_step_s = plan.courant() * plan.decision.spacing_m / plan.decision.fastest_m_s;
    plan.decision.steps = std::llround(std::ceil(plan.scene.duration_s / plan.decision.time_step_s * (1 - 1e-12)));
    PlannedCorrection& correction = plan.decision.time_correction;
    correction.steps_beyond = correction.on ? steps_beyond(plan.decision.steps) : 0;
}

}  // namespace wavesim
