// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_taper.hpp"

#include "solvers/medium/taper_lead.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

Node source_node(const PlanOutline& plan, std::size_t source, std::int64_t shot) {
    const double spacing_m = plan.decision.spacing_m;
    return nearest_node(plan.grid(), plan.decision.shape.halo, spacing_m,
                        from_grid_corner(plan.scene, spacing_m, source_position(plan.scene, source, shot)));
}

void note_taper_lead(PlanOutline& plan, const TtiProblem& problem, const Node& source) {
    const TaperLead lead =
        taper_lead(problem, plan.scene.dims, source, plan.decision.spacing_m, plan.decision.fastest_m_s);
    if (lead.seconds > plan.report.taper_lead.seconds) plan.report.taper_lead = lead;
}

}  // namespace wavesim
