// SPDX-License-Identifier: MIT
#include "solvers/accuracy/gridded_solids.hpp"

#include <cstddef>

#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

std::vector<GriddedSolid> gridded_solids(const PlanOutline& plan) {
    std::vector<GriddedSolid> found;
    if (plan.scene.solids.size() > most_judged_solids) return found;
    const GridChoice grid = domain_grid(plan);
    for (const SolidBox& solid : plan.scene.solids) {
        const auto nodes = box_nodes(grid, plan.scene.dims, solid);
        if (!nodes) continue;
        const auto metres = [&](const Node& n) {
            const double x = grid.spacing_m;
            return Point{static_cast<double>(n.x) * x, static_cast<double>(n.y) * x, static_cast<double>(n.z) * x};
        };
        found.push_back({&solid, metres(nodes->nodes.from), metres(nodes->nodes.to)});
    }
    return found;
}

}  // namespace wavesim
