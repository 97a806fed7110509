// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_lists.hpp"

#include <algorithm>
#include <cstdlib>

namespace wavesim {

namespace {

/// Number of whole `units` nearest to an offset, and the rest of it.
std::lldiv_t nearest(long long offset, long long unit) {
    const long long count = (offset + (offset < 0 ? -unit : unit) / 2) / unit;
    return {count, offset - count * unit};
}

/// Steps along the axes that an offset in the field is made of; few along each.
Node steps_of(long long offset, const DeviceLayout& layout) {
    const std::lldiv_t planes = nearest(offset, layout.plane), rows = nearest(planes.rem, layout.pitch);
    return {rows.rem, rows.quot, planes.quot};
}

Node node_at_offset(long long offset, const DeviceLayout& layout) {
    return {offset % layout.pitch, offset % layout.plane / layout.pitch, offset / layout.plane};
}

void place_on_chip(NodeTable& table, const ResidentTiling& tiling, const DeviceLayout& layout) {
    for (kernels::NodeGroup& group : table.groups) {
        const long long base = group.base;
        group.base = tiling.place(node_at_offset(base, layout));
        for (int i = 0; i < group.count; ++i) {
            int& offset = table.offset[static_cast<std::size_t>(group.first + i)];
            offset = tiling.place(node_at_offset(base + offset, layout)) - static_cast<int>(group.base);
        }
    }
    for (long long& neighbour : table.correction_neighbour) {
        const Node steps = steps_of(neighbour, layout);
        neighbour = tiling.step(steps.x, steps.y, steps.z);
    }
}

/// Nodes of receivers by block.
std::vector<kernels::HeardNode> place_heard(const StencilProblem& problem, const ResidentTiling& tiling,
                                            std::vector<kernels::ResidentBlock>& blocks) {
    struct Heard {
        int block;
        kernels::HeardNode node;
    };
    std::vector<Heard> all;
    for (const PointWeights& receiver : problem.receivers)
        for (const std::int64_t node : receiver.nodes) {
            const Node at = node_at(problem.extent, node);
            all.push_back({tiling.block_of(at), {tiling.place(at), static_cast<int>(all.size())}});
        }
    std::ranges::stable_sort(all, {}, &Heard::block);
    std::vector<kernels::HeardNode> heard;
    for (const Heard& node : all) {
        kernels::ResidentBlock& block = blocks[static_cast<std::size_t>(node.block)];
        if (block.heard++ == 0) block.first_heard = static_cast<int>(heard.size());
        heard.push_back(node.node);
    }
    return heard;
}

}  // namespace

ResidentLists resident_lists(const StencilProblem& problem, const ResidentTiling& tiling, NodeTable table) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    ResidentLists lists{.table = std::move(table), .blocks = {}, .exchanges = exchanges_of(tiling), .heard = {}};
    place_on_chip(lists.table, tiling, layout);
    for (int block = 0; block < tiling.blocks(); ++block) {
        kernels::ResidentBlock part = tiling.part(block);
        const auto first = lists.table.first_group.begin() + block;
        part.first_group = first[0], part.groups = first[1] - first[0];
        const auto of_block = lists.exchanges.begin() + static_cast<std::ptrdiff_t>(block) * tiling.items();
        part.exchanges = static_cast<int>(std::count_if(
            of_block, of_block + tiling.items(), [](const kernels::Exchange& item) { return item.from != item.into; }));
        lists.blocks.push_back(part);
    }
    lists.heard = place_heard(problem, tiling, lists.blocks);
    return lists;
}

std::string corrections_why_not(const NodeTable& table, const DeviceLayout& layout, bool corners) {
    const auto received = [&](const Node& at, long long neighbour) {
        const Node steps = steps_of(neighbour, layout);
        const Node other = node_at_offset(layout.offset(at) + neighbour, layout);
        const std::int64_t y = std::abs(other.y - at.y), z = std::abs(other.z - at.z);
        if (other.x - at.x != steps.x || other.y - at.y != steps.y) return false;  // in another row or plane
        return corners ? y <= 1 && z <= 1 : y + z <= 1;
    };
    for (const kernels::NodeGroup& group : table.groups) {
        const kernels::NodeKind& kind = table.kinds[static_cast<std::size_t>(group.kind)];
        for (int k = kind.correction_first; k < kind.correction_first + kind.corrections; ++k)
            for (int i = 0; i < group.count; ++i) {
                const long long node = group.base + table.offset[static_cast<std::size_t>(group.first + i)];
                if (!received(node_at_offset(node, layout), table.correction_neighbour[static_cast<std::size_t>(k)]))
                    return "solids change rows of the stencil that read more than a block has";
            }
    }
    return {};
}

}  // namespace wavesim
