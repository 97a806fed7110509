// SPDX-License-Identifier: MIT
#include "solvers/ways/air_among_boxes.hpp"

#include <algorithm>

#include "solvers/space/mesh_room.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

AirAmongBoxes::AirAmongBoxes(const Scene& scene, const GridChoice& domain)
    : domain_(domain), layers_(scene.boundaries.layer_cells()) {
    for (const NodeBox& box : solid_nodes(scene, domain))
        solids_.push_back(from_grid_corner(scene, domain.extent, box));
}

/// Layers continue the node next to them.
bool AirAmongBoxes::is_in_mesh(const Node& n) const {
    const Extent& e = domain_.extent;
    const auto inside = [](std::int64_t i, std::int64_t layer, std::int64_t count) {
        return std::clamp<std::int64_t>(i - layer, 0, count - 1);
    };
    return domain_.mesh && domain_.mesh->is_solid(e.index(inside(n.x, layers_[0], e.nx), inside(n.y, layers_[2], e.ny),
                                                          inside(n.z, layers_[4], e.nz)));
}

bool AirAmongBoxes::is_air(const Node& n) {
    if (is_in_mesh(n)) return false;
    if (solids_.empty()) return true;
    return std::ranges::none_of(near(n), [&n](const NodeBox& box) {
        return n.x >= box.from.x && n.x < box.to.x && n.y >= box.from.y && n.y < box.to.y && n.z >= box.from.z &&
               n.z < box.to.z;
    });
}

const std::vector<NodeBox>& AirAmongBoxes::near(const Node& n) {
    constexpr std::int64_t side = 32;
    const std::tuple block{n.x / side, n.y / side, n.z / side};
    const auto [found, added] = near_.try_emplace(block);
    if (!added) return found->second;
    const auto [x, y, z] = block;
    const NodeBox nodes{{x * side, y * side, z * side}, {(x + 1) * side, (y + 1) * side, (z + 1) * side}};
    for (const NodeBox& box : solids_) {
        const NodeBox shared = intersection(box, nodes);
        if (shared.from.x < shared.to.x && shared.from.y < shared.to.y && shared.from.z < shared.to.z)
            found->second.push_back(box);
    }
    return found->second;
}

}  // namespace wavesim
