// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_lists.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "stencils/gpu/resident/resident_times.hpp"

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

double finishing_s(const kernels::NodeKind& kind) {
    const int loads = (kind.corrections + 3) / 4;
    return resident_group_s + loads * resident_corrections_s;
}

void deal_groups(NodeTable& table, const ResidentTiling& tiling) {
    const auto warps = static_cast<std::size_t>(tiling.threads() / 32);
    const auto seconds = [&table](const kernels::NodeGroup& group) {
        return finishing_s(table.kinds[static_cast<std::size_t>(group.kind)]);
    };
    for (int block = 0; block < tiling.blocks(); ++block) {
        const auto bounds = table.first_group.begin() + block;
        const auto first = table.groups.begin() + bounds[0], end = table.groups.begin() + bounds[1];
        std::vector<kernels::NodeGroup> longest_first(first, end);
        std::stable_sort(longest_first.begin(), longest_first.end(),
                         [&](const auto& a, const auto& b) { return seconds(a) > seconds(b); });
        // Each goes to the warp with least to do among those that have another turn, at first to those with fewer
        // turns.
        std::vector<double> load(warps, 0.0);
        std::vector<std::size_t> place(warps);
        std::iota(place.begin(), place.end(), std::size_t{0});
        for (const kernels::NodeGroup& group : longest_first) {
            std::size_t least = warps;
            for (std::size_t warp = 0; warp < warps; ++warp)
                if (place[warp] < longest_first.size() && (least == warps || load[warp] <= load[least])) least = warp;
            first[static_cast<std::ptrdiff_t>(place[least])] = group;
            place[least] += warps;
            load[least] += seconds(group);
        }
    }
}

ResidentLists resident_lists(const StencilProblem& problem, const ResidentTiling& tiling, NodeTable table) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    ResidentLists lists{.table = std::move(table), .blocks = {}, .exchanges = exchanges_of(tiling), .heard = {}};
    deal_groups(lists.table, tiling);
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
