// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/decision/draft.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/signal/time_step.hpp"

namespace wavesim {

/// Throws SceneError with every fault found.
PlanDraft draft_plan(const Scene& scene, const PlanOptions& options);

/// Fills in all that follows from the time step: dispersion, snapshots, SEG-Y, outlines of layers. Throws SceneError
/// where traces cannot be written as asked for.
void follow_time_step(PlanDraft& draft);

/// Mirrors at every side, where walls would be. Points and slices are placed by them, whatever the sides are.
std::array<HaloRule, 6> mirrors_of(const PlanDraft& draft);

}  // namespace wavesim
