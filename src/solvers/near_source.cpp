// SPDX-License-Identifier: MIT
#include "solvers/near_source.hpp"

#include <array>
#include <cmath>

#include "solvers/interpolation.hpp"
#include "solvers/reach.hpp"
#include "solvers/shot_points.hpp"
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

void look(const PlanOutline& plan, const PlannedPoint& a, const PlannedPoint& b, NearSource& worst) {
    const double away_m =
        std::hypot(a.position.x - b.position.x, a.position.y - b.position.y, a.position.z - b.position.z);
    const double cells = away_m / plan.decision.spacing_m;
    const double error = error_within(plan.decision.shape.stencil, cells);
    if (error > worst.error && (between_nodes(plan, a) || between_nodes(plan, b))) worst = {cells, error};
}

}  // namespace

NearSource near_source(const PlanOutline& plan) {
    const ShotPoints all(plan);
    NearSource worst;
    for (std::int64_t shot = 0; shot < all.shots(); ++shot) {
        const ShotPoints::Points points = all.of(shot);
        for (std::size_t s = 0; s < points.sources.size(); ++s) {
            if (is_silent(plan.scene.sources[s].signal)) continue;
            for (const PlannedPoint& receiver : points.receivers) look(plan, points.sources[s], receiver, worst);
        }
    }
    return worst;
}

}  // namespace wavesim
