// SPDX-License-Identifier: MIT
#include "solvers/ways/cut_air.hpp"

#include <algorithm>

#include "solvers/space/interpolation.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

namespace {

std::vector<NodeSheet> sheets_of(const PlanDraft& draft) {
    return sheets_on_grid(draft.plan.scene, draft.grid, draft.surfaces);
}

}  // namespace

CutAir::CutAir(const PlanDraft& draft, const std::vector<NodeBox>& boxes)
    : draft_(draft), cuts_(cut(draft, boxes, sheets_of(draft))), regions_(room(boxes, sheets_of(draft))) {}

std::int64_t CutAir::cells(const PlanDraft& draft, const std::vector<NodeBox>& boxes) {
    return extent_of(cut(draft, boxes, sheets_of(draft))).nodes();
}

std::int64_t CutAir::of(const Point& point) const {
    const auto& halo = draft_.plan.decision.shape.halo;
    for (const Node& node : nodes_at(draft_.grid.extent, halo, draft_.grid.spacing_m, point))
        if (const std::int64_t region = regions_.of({interval(0, node.x), interval(1, node.y), interval(2, node.z)});
            region >= 0)
            return region;
    return -1;
}

CutAir::Cuts CutAir::cut(const PlanDraft& draft, const std::vector<NodeBox>& boxes,
                         const std::vector<NodeSheet>& sheets) {
    const auto along = [](const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; };
    Cuts cuts;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<std::int64_t>& at = cuts[static_cast<std::size_t>(axis)];
        at = {0, draft.grid.extent.along(axis)};
        for (const NodeBox& box : boxes) at.insert(at.end(), {along(box.from, axis), along(box.to, axis)});
        for (const NodeSheet& sheet : sheets) {
            if (axis != sheet.axis) at.push_back(along(sheet.before.from, axis));
            at.push_back(along(sheet.before.to, axis));
        }
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

VoxelRoom CutAir::room(const std::vector<NodeBox>& boxes, const std::vector<NodeSheet>& sheets) const {
    VoxelRoom room;
    room.dims = draft_.plan.scene.dims;
    room.extent = extent_of(cuts_);
    for (const NodeBox& box : boxes)
        fill_box(room,
                 {{interval(0, box.from.x), interval(1, box.from.y), interval(2, box.from.z)},
                  {interval(0, box.to.x), interval(1, box.to.y), interval(2, box.to.z)}},
                 0);
    std::vector<NodeSheet> closed;
    for (const NodeSheet& sheet : sheets) {
        const NodeBox& box = sheet.before;  // one node thick across the sheet: its interval ends there
        closed.push_back(
            {{{interval(0, box.from.x), interval(1, box.from.y), interval(2, box.from.z)},
              {interval(0, box.to.x - 1) + 1, interval(1, box.to.y - 1) + 1, interval(2, box.to.z - 1) + 1}},
             sheet.axis,
             {}});
    }
    if (!closed.empty()) close_faces(room, closed);
    return room;
}

}  // namespace wavesim
