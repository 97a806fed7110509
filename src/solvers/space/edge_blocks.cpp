// SPDX-License-Identifier: MIT
#include "solvers/space/edge_blocks.hpp"

#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

std::vector<EdgeBlock> edge_blocks(const EdgeCuts& cuts) {
    constexpr std::size_t of_block = 1 << 15;
    std::vector<EdgeBlock> blocks;
    for (int axis = 0; axis < 3; ++axis) {
        const auto& all = cuts.along(axis);
        const auto first =
            blocks_of(all.size(), of_block, [&](std::size_t i) { return all[i].node != all[i - 1].node; });
        for (std::size_t b = 1; b < first.size(); ++b) blocks.push_back({axis, first[b - 1], first[b]});
    }
    return blocks;
}

}  // namespace wavesim
