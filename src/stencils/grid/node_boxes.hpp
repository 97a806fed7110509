// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim {

inline NodeBox all_nodes(const Extent& e) { return {{0, 0, 0}, {e.nx, e.ny, e.nz}}; }

/// The intersection of two boxes; empty if it ends before it begins along an axis.
inline NodeBox intersection(const NodeBox& a, const NodeBox& b) {
    return {{std::max(a.from.x, b.from.x), std::max(a.from.y, b.from.y), std::max(a.from.z, b.from.z)},
            {std::min(a.to.x, b.to.x), std::min(a.to.y, b.to.y), std::min(a.to.z, b.to.z)}};
}

/// Calls act(node, i) for every node in both a box and a part of the grid, x fastest; i: index of the node among the
/// values of the part.
template <class Act>
void for_each_node(const NodeBox& box, const NodeBox& part, const Act& act) {
    const NodeBox shared = intersection(box, part);
    const Extent extent = part.extent();
    for (std::int64_t z = shared.from.z; z < shared.to.z; ++z)
        for (std::int64_t y = shared.from.y; y < shared.to.y; ++y) {
            auto i =
                static_cast<std::size_t>(extent.index(shared.from.x - part.from.x, y - part.from.y, z - part.from.z));
            for (std::int64_t x = shared.from.x; x < shared.to.x; ++x) act(Node{x, y, z}, i++);
        }
}

/// Nodes of a slab whose values are made together.
inline constexpr std::int64_t usual_slab_nodes = 1 << 20;

/// Cuts a grid along z into slabs, so that its values can be made slab by slab. A slab has as many whole planes as fit
/// into `least_nodes`, but at least one, or a 32nd of the grid where that is more; the last one may be smaller.
inline std::vector<NodeBox> slabs_of(const Extent& e, std::int64_t least_nodes = usual_slab_nodes) {
    const std::int64_t nodes = std::max(least_nodes, e.nodes() / 32);
    const std::int64_t planes = std::max<std::int64_t>(1, nodes / (e.nx * e.ny));
    std::vector<NodeBox> slabs;
    for (std::int64_t z = 0; z < e.nz; z += planes)
        slabs.push_back({{0, 0, z}, {e.nx, e.ny, std::min(e.nz, z + planes)}});
    return slabs;
}

}  // namespace wavesim
