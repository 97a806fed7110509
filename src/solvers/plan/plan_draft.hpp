// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/decision/draft.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/signal/time_step.hpp"

namespace wavesim {

/// Makes the draft of a plan. Throws SceneError with every fault found.
PlanDraft draft_plan(const Scene& scene, const PlanOptions& options);

/// Fills in everything that depends on the time step: dispersion, snapshots, SEG-Y, outlines of layers. Throws
/// SceneError if traces cannot be written as requested.
void follow_time_step(PlanDraft& draft);

/// Mirror rules at every side, as for walls. Points and slices are placed with them, whatever the sides are.
std::array<HaloRule, 6> mirrors_of(const PlanDraft& draft);

}  // namespace wavesim
