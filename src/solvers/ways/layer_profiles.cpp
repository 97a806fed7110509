// SPDX-License-Identifier: MIT
#include "solvers/ways/layer_profiles.hpp"

#include <algorithm>

#include "boundary/absorbing.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t least_cells = 20;
constexpr double beside_solids = 1e-7;

std::int64_t along(const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

bool any_solid_reaches(const PlanOutline& plan, Side side) {
    const GridChoice grid = domain_grid(plan);
    return std::ranges::any_of(plan.scene.solids, [&](const SolidBox& solid) {
        const auto box = box_nodes(grid, plan.scene.dims, solid);
        return box && reaches(box->nodes, grid.extent, side);
    });
}

}  // namespace

bool reaches(const NodeBox& solid, const Extent& domain, Side side) {
    const int axis = axis_of(side);
    return is_max(side) ? along(solid.to, axis) == domain.along(axis) : along(solid.from, axis) == 0;
}

LayerProfile layer_at(const PlanOutline& plan, Side side) {
    LayerProfile layer = plan.scene.boundaries.layer[static_cast<std::size_t>(side)];
    if (layer.reflection == 0 && layer.cells >= least_cells &&
        layer_form(plan.decision.shape.stencil, plan.courant()).half_order > 1 && any_solid_reaches(plan, side))
        layer.reflection = beside_solids;
    return layer;
}

}  // namespace wavesim
