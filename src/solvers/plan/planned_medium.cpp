// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_medium.hpp"

#include <optional>

#include "solvers/medium/factor_planes.hpp"
#include "solvers/medium/fluid_part.hpp"
#include "solvers/medium/medium_density.hpp"
#include "stencils/density/density_bound.hpp"
#include "stencils/density/density_operator.hpp"

namespace wavesim {

WallPasses walls_of_one_density(PlanDraft& draft, const BuildWalls& build, NodeFactors* all) {
    if (!draft.plan.decision.shape.speed.varies) return plan_walls(draft, build, {});
    FactorPlanes factors(draft);
    draft.plan.report.storage_error_m_s = factors.storage_error_m_s();
    if (all == nullptr) return plan_walls(draft, build, [&](std::int64_t node) { return factors.factor(node); });
    *all = factors.all();
    return plan_walls(draft, build, [all](std::int64_t node) { return all->factor(node); });
}

WallPasses walls_of_densities(PlanDraft& draft, const BuildWalls& build, DensityProblem* all) {
    const ProblemShape& shape = draft.plan.decision.shape;
    const std::optional<FluidCode> code = fluid_code(draft);
    if (code) draft.plan.report.storage_error_m_s = draft.plan.decision.fastest_m_s * code->most_speed_error();
    if (all == nullptr) {
        const auto planes = [&](std::int64_t from, std::int64_t to) {
            return stored_fluid_of_part(draft, {{0, 0, from}, {shape.extent.nx, shape.extent.ny, to}}, code);
        };
        limit_by_density(draft.plan, density_spectral_bound(shape, planes));
    } else {
        all->fluid = fluid_of_grid(draft, code);
        all->code = code.value_or(FluidCode{});
        limit_by_density(draft.plan, density_spectral_bound(*all));
    }
    return plan_walls(draft, build, {});
}

}  // namespace wavesim
