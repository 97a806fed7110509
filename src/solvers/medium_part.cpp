// SPDX-License-Identifier: MIT
#include "solvers/medium_part.hpp"

#include "solvers/grid_part.hpp"
#include "solvers/medium.hpp"
#include "solvers/medium_density.hpp"
#include "solvers/open_sides.hpp"

namespace wavesim {

std::vector<float> factors_of_part(const PlanDraft& draft, const NodeBox& part) {
    const Scene& scene = draft.plan.scene;
    const auto [domain, beyond] = part_of_grid(part, draft.grid.extent, scene.boundaries.layer_cells());
    return grow_values(make_factors(scene, draft.grid, draft.walls, domain), domain.extent(), beyond);
}

std::vector<float> density_of_part(const PlanDraft& draft, const NodeBox& part) {
    const Scene& scene = draft.plan.scene;
    const auto [domain, beyond] = part_of_grid(part, draft.grid.extent, scene.boundaries.layer_cells());
    return grow_values(make_density(scene, draft.grid, draft.walls, domain), domain.extent(), beyond);
}

}  // namespace wavesim
