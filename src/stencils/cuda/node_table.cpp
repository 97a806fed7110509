// SPDX-License-Identifier: MIT
#include "stencils/cuda/node_table.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace wavesim {

DeviceLayout device_layout(const Extent& extent, Precision precision) {
    DeviceLayout layout{extent, 0, 0};
    const std::int64_t line = 128 / bytes_of(precision);
    layout.pitch = (extent.nx + line - 1) / line * line;
    layout.plane = layout.pitch * extent.ny;
    return layout;
}

NodeTable merge_nodes(const WallPasses& walls, const DeviceLayout& layout) {
    constexpr auto limit = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (walls.corrections.neighbours.size() > limit || walls.explicit_walls.nodes.size() > limit ||
        walls.branch_walls.laws.size() > limit)
        throw std::length_error("a GPU takes at most 2147483647 wall faces");
    const auto& corrected = walls.corrections.nodes;
    const auto& faces = walls.explicit_walls.nodes;
    const auto& branches = walls.branch_walls.nodes;
    NodeTable table;
    std::size_t c = 0;
    std::size_t f = 0;
    std::size_t b = 0;
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    table.correction_first.push_back(0);
    table.explicit_first.push_back(0);
    table.branch_first.push_back(0);
    while (c < corrected.size() || f < faces.size() || b < branches.size()) {
        const std::int64_t node =
            std::min({c < corrected.size() ? corrected[c] : none, f < faces.size() ? faces[f] : none,
                      b < branches.size() ? branches[b] : none});
        if (c < corrected.size() && corrected[c] == node) ++c;
        while (f < faces.size() && faces[f] == node) ++f;
        if (b < branches.size() && branches[b] == node) ++b;
        table.node.push_back(layout.offset(node));
        table.correction_first.push_back(static_cast<int>(walls.corrections.first[c]));
        table.explicit_first.push_back(static_cast<int>(f));
        table.branch_first.push_back(static_cast<int>(walls.branch_walls.first[b]));
    }
    for (const std::int64_t neighbour : walls.corrections.neighbours)
        table.neighbour.push_back(layout.offset(neighbour));
    table.weight = walls.corrections.weights;
    return table;
}

}  // namespace wavesim
