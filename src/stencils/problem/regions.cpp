// SPDX-License-Identifier: MIT
#include "stencils/problem/regions.hpp"

#include <algorithm>
#include <set>

namespace wavesim {

namespace {

bool empty(const NodeBox& box) { return box.from.x >= box.to.x || box.from.y >= box.to.y || box.from.z >= box.to.z; }

bool in_box(const NodeBox& box, const Node& n) {
    return n.x >= box.from.x && n.x < box.to.x && n.y >= box.from.y && n.y < box.to.y && n.z >= box.from.z &&
           n.z < box.to.z;
}

std::int64_t& along(Node& node, int axis) { return axis == 0 ? node.x : axis == 1 ? node.y : node.z; }

std::size_t region_of(const std::vector<Region>& regions, const Node& node) {
    const auto found = std::ranges::find_if(regions, [&](const Region& region) { return region.holds(node); });
    return static_cast<std::size_t>(found - regions.begin());
}

}  // namespace

bool leave_inner_box(const std::array<std::int64_t, 6>& margin, const Extent& extent) {
    for (const int axis : {0, 1, 2}) {
        const auto side = 2 * static_cast<std::size_t>(axis);
        if (margin[side] + margin[side + 1] >= extent.along(axis)) return false;
    }
    return true;
}

CutGrid cut_grid(const Extent& extent, const std::array<std::int64_t, 6>& margin) {
    CutGrid cut;
    cut.inner = {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}};
    for (const int axis : {2, 1, 0}) {
        const auto side = 2 * static_cast<std::size_t>(axis);
        NodeBox low = cut.inner;
        NodeBox high = cut.inner;
        along(cut.inner.from, axis) += margin[side];
        along(cut.inner.to, axis) -= margin[side + 1];
        along(low.to, axis) = along(cut.inner.from, axis);
        along(high.from, axis) = along(cut.inner.to, axis);
        for (const NodeBox& slab : {low, high})
            if (!empty(slab)) cut.slabs[static_cast<std::size_t>(axis)].push_back(slab);
    }
    return cut;
}

std::int64_t Region::nodes() const {
    std::int64_t sum = 0;
    for (const NodeBox& box : boxes) sum += box.extent().nodes();
    return sum;
}

bool Region::holds(const Node& node) const {
    return std::ranges::any_of(boxes, [&](const NodeBox& box) { return in_box(box, node); });
}

std::vector<Region> regions_of(const CutGrid& cut, int steps_together) {
    std::vector<Region> regions{{"inner", {cut.inner}, steps_together}};
    for (const std::size_t axis : {2U, 1U, 0U})
        if (!cut.slabs[axis].empty()) regions.push_back({std::string("layers ") + "xyz"[axis], cut.slabs[axis]});
    return regions;
}

std::vector<RegionLists> clip_lists(const std::vector<Region>& regions, const Extent& extent, const WallPasses& walls,
                                    const std::vector<Injection>& sources, const std::vector<PointWeights>& receivers) {
    if (regions.size() == 1) {
        const auto acts = [](const PointWeights& at) { return !at.nodes.empty(); };
        RegionLists all;
        all.sources = std::ranges::count_if(sources, acts, &Injection::at);
        all.receivers = std::ranges::count_if(receivers, acts);
        all.wall_faces = std::ssize(walls.explicit_walls.nodes) + std::ssize(walls.branch_walls.laws) +
                         std::ssize(walls.ports.nodes);
        for (const SolidSpan& span : walls.solids) all.solids += span.count;
        return {all};
    }
    std::vector<RegionLists> lists(regions.size());
    const auto of = [&](std::int64_t node) -> RegionLists& { return lists[region_of(regions, node_at(extent, node))]; };
    for (const Injection& source : sources) {
        std::set<std::size_t> touched;
        for (const std::int64_t node : source.at.nodes) touched.insert(region_of(regions, node_at(extent, node)));
        for (const std::size_t region : touched) ++lists[region].sources;
    }
    for (const PointWeights& receiver : receivers)
        if (!receiver.nodes.empty()) ++of(receiver.nodes.front()).receivers;
    for (const std::int64_t node : walls.explicit_walls.nodes) ++of(node).wall_faces;
    for (const std::int64_t node : walls.ports.nodes) ++of(node).wall_faces;
    for (std::size_t i = 0; i < walls.branch_walls.nodes.size(); ++i)
        of(walls.branch_walls.nodes[i]).wall_faces += walls.branch_walls.first[i + 1] - walls.branch_walls.first[i];
    for (const SolidSpan& span : walls.solids)
        for (std::int64_t node = span.node; node < span.node + span.count; ++node) ++of(node).solids;
    return lists;
}

}  // namespace wavesim
