// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "solvers/space/edge_cuts.hpp"

namespace wavesim {

/// Some edges along an axis: the cuts [from, to) of the list of all.
struct EdgeBlock {
    int axis;
    std::size_t from, to;
};

/// All edges in blocks that do not depend on the number of threads.
std::vector<EdgeBlock> edge_blocks(const EdgeCuts& cuts);

/// Calls visit(cuts of one edge) for each edge of a block that the mesh cuts.
template <class Visit>
void for_each_edge(const EdgeCuts& cuts, const EdgeBlock& block, const Visit& visit) {
    const auto& all = cuts.along(block.axis);
    for (std::size_t i = block.from; i < block.to;) {
        std::size_t end = i + 1;
        while (end < block.to && all[end].node == all[i].node) ++end;
        const std::span<const EdgeCut> edge(all.data() + i, end - i);
        i = end;
        // Edges cut by a box are solid in any case.
        if (std::ranges::none_of(edge, [](const EdgeCut& cut) { return cut.triangle == EdgeCut::box; })) visit(edge);
    }
}

}  // namespace wavesim
