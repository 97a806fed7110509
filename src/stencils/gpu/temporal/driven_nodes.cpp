// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/driven_nodes.hpp"

namespace wavesim {

std::vector<NumberedNode> driven_nodes(const NodeTable& table) {
    std::vector<NumberedNode> nodes;
    for (const kernels::NodeGroup& group : table.groups) {
        if (table.kinds[static_cast<std::size_t>(group.kind)].sources == 0) continue;
        for (int i = 0; i < group.count; ++i)
            nodes.push_back({group.base + table.offset[static_cast<std::size_t>(group.first + i)], group.source + i});
    }
    return nodes;
}

std::vector<NumberedNode> driven_nodes(const ActingSources& sources, const DeviceLayout& layout) {
    std::vector<NumberedNode> nodes;
    for (const auto& [node, acting] : sources) nodes.push_back({layout.offset(node), static_cast<int>(nodes.size())});
    return nodes;
}

}  // namespace wavesim
