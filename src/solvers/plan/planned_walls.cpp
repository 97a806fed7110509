// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_walls.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "boundary/local_walls.hpp"
#include "solvers/plan/planned_wall_losses.hpp"
#include "solvers/signal/time_step.hpp"

namespace wavesim {

namespace {

/// Builds walls that are stable at the Courant number, which is lowered if necessary.
WallPlan stable_walls(PlanDraft& draft, const BuildWalls& build) {
    PlanOutline& plan = draft.plan;
    ProblemShape& shape = plan.decision.shape;
    const double fraction = shape.courant / plan.decision.courant_limit;
    WallPlan walls;
    for (int attempt = 0;; ++attempt) {
        walls = build(shape.courant);
        const double limit =
            walls.spectral_bound > 0 ? 2 / std::sqrt(walls.spectral_bound) : plan.decision.courant_limit;
        if (shape.courant <= limit || attempt == 2) break;
        plan.decision.courant_limit = limit;
        shape.courant = fraction * limit;
        set_time_step(plan);
    }
    return walls;
}

}  // namespace

WallPasses plan_walls(PlanDraft& draft, const BuildWalls& build, const FactorOf& factor) {
    try {
        WallPlan walls = stable_walls(draft, build);
        draft.plan.report.walls_method = walls.method;
        draft.plan.report.wall_losses = planned_wall_losses(draft.plan, walls);
        if (factor) fit_walls_to_factors(factor, walls.passes);
        return std::move(walls.passes);
    } catch (const std::domain_error& error) {
        throw SceneError({{"boundaries", error.what(), ""}});
    }
}

}  // namespace wavesim
