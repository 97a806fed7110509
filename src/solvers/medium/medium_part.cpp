// SPDX-License-Identifier: MIT
#include "solvers/medium/medium_part.hpp"

#include "solvers/medium/cell_average.hpp"

namespace wavesim {

namespace {

/// Converts nodes of the grid to those of the domain, which count from its first node.
NodeBox from_domain(const PlanDraft& draft, const NodeBox& in_grid) {
    const auto layers = draft.plan.scene.boundaries.layer_cells();
    const auto moved = [&](const Node& n) { return Node{n.x - layers[0], n.y - layers[2], n.z - layers[4]}; };
    return {moved(in_grid.from), moved(in_grid.to)};
}

}  // namespace

std::vector<float> factors_of_part(const PlanDraft& draft, const NodeBox& part) {
    return make_factors(draft.plan.scene, draft.grid, draft.walls, from_domain(draft, part));
}

std::vector<float> modulus_of_part(const PlanDraft& draft, const NodeBox& part) {
    return make_modulus(draft.plan.scene, draft.grid, draft.walls, from_domain(draft, part));
}

std::vector<float> buoyancy_of_part(const PlanDraft& draft, int axis, const NodeBox& part) {
    return make_buoyancy(draft.plan.scene, draft.grid, draft.walls, axis, from_domain(draft, part));
}

}  // namespace wavesim
