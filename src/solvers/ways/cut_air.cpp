// SPDX-License-Identifier: MIT
#include "solvers/ways/cut_air.hpp"

#include <algorithm>

#include "solvers/space/interpolation.hpp"

namespace wavesim {

CutAir::CutAir(const PlanDraft& draft, const std::vector<NodeBox>& boxes)
    : draft_(draft), cuts_(cut(draft, boxes)), regions_(room(boxes)) {}

std::int64_t CutAir::cells(const PlanDraft& draft, const std::vector<NodeBox>& boxes) {
    return extent_of(cut(draft, boxes)).nodes();
}

std::int64_t CutAir::of(const Point& point) const {
    const auto& halo = draft_.plan.decision.shape.halo;
    for (const Node& node : nodes_at(draft_.grid.extent, halo, draft_.grid.spacing_m, point))
        if (const std::int64_t region = regions_.of({interval(0, node.x), interval(1, node.y), interval(2, node.z)});
            region >= 0)
            return region;
    return -1;
}

CutAir::Cuts CutAir::cut(const PlanDraft& draft, const std::vector<NodeBox>& boxes) {
    const auto along = [](const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; };
    Cuts cuts;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<std::int64_t>& at = cuts[static_cast<std::size_t>(axis)];
        at = {0, draft.grid.extent.along(axis)};
        for (const NodeBox& box : boxes) at.insert(at.end(), {along(box.from, axis), along(box.to, axis)});
        std::sort(at.begin(), at.end());
        at.erase(std::unique(at.begin(), at.end()), at.end());
    }
    return cuts;
}

Extent CutAir::extent_of(const Cuts& cuts) {
    return {std::ssize(cuts[0]) - 1, std::ssize(cuts[1]) - 1, std::ssize(cuts[2]) - 1};
}

std::int64_t CutAir::interval(std::size_t axis, std::int64_t node) const {
    const auto& at = cuts_[axis];
    return std::upper_bound(at.begin(), at.end(), node) - at.begin() - 1;
}

VoxelRoom CutAir::room(const std::vector<NodeBox>& boxes) const {
    VoxelRoom room;
    room.dims = draft_.plan.scene.dims;
    room.extent = extent_of(cuts_);
    for (const NodeBox& box : boxes)
        fill_box(room,
                 {{interval(0, box.from.x), interval(1, box.from.y), interval(2, box.from.z)},
                  {interval(0, box.to.x), interval(1, box.to.y), interval(2, box.to.z)}},
                 0);
    return room;
}

}  // namespace wavesim
