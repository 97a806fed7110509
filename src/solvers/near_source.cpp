// SPDX-License-Identifier: MIT
#include "solvers/near_source.hpp"

#include <array>
#include <cmath>

#include "solvers/interpolation.hpp"
#include "solvers/reach.hpp"
#include "stencils/stencil.hpp"

namespace wavesim {

namespace {

struct Measured {
    double below_cells;
    double leggy;  ///< of radius 2 and more
    double other;
};
constexpr std::array<Measured, 5> measured{
    {{2.25, 0.20, 0.51}, {3.5, 0.12, 0.38}, {4.5, 0.025, 0.15}, {5.5, 0.005, 0.04}, {6.5, 0.005, 0.012}}};

double error_within(const Stencil& stencil, double cells) {
    const bool long_arms = shape_of(stencil) == StencilShape::leggy && radius(stencil) > 1;
    for (const Measured& row : measured)
        if (cells < row.below_cells) return long_arms ? row.leggy : row.other;
    return 0;
}

bool between_nodes(const PlanOutline& plan, const PlannedPoint& point) {
    return point.half_width > 0 &&
           off_node(plan.decision.shape.halo, plan.decision.spacing_m, point.position, plan.scene.dims) > 0;
}

}  // namespace

NearSource near_source(const PlanOutline& plan) {
    NearSource worst;
    for (std::size_t s = 0; s < plan.decision.sources.size(); ++s) {
        if (is_silent(plan.scene.sources[s].signal)) continue;
        const PlannedPoint& a = plan.decision.sources[s];
        for (const PlannedPoint& b : plan.decision.receivers) {
            if (!between_nodes(plan, a) && !between_nodes(plan, b)) continue;
            const double away_m =
                std::hypot(a.position.x - b.position.x, a.position.y - b.position.y, a.position.z - b.position.z);
            const double cells = away_m / plan.decision.spacing_m;
            const double error = error_within(plan.decision.shape.stencil, cells);
            if (error > worst.error) worst = {cells, error};
        }
    }
    return worst;
}

}  // namespace wavesim
