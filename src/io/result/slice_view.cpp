// SPDX-License-Identifier: MIT
#include "io/result/slice_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/result/snapshot_file.hpp"

namespace wavesim {
namespace {

int plane_axis(const PlanOutline& plan) {
    if (plan.scene.dims == 2) return 1;
    const Extent extent = plan.decision.snapshots->box.extent();
    for (int axis = 2; axis > 0; --axis)
        if (extent.along(axis) == 1) return axis;
    return 0;
}

}  // namespace

bool is_solid(const std::vector<SolidSpan>& spans, std::int64_t node) {
    const auto after = std::ranges::upper_bound(spans, node, {}, &SolidSpan::node);
    return after != spans.begin() && node < std::prev(after)->node + std::prev(after)->count;
}

SliceView slice_view(const PlanView& planned) {
    const PlanOutline& plan = planned.outline();
    const NodeBox& box = plan.decision.snapshots->box;
    const SnapshotLattice lattice = snapshot_lattice(plan, box);
    const int axis = plane_axis(plan);
    const int right = axis == 0 ? 1 : 0;
    const int upwards = axis == 2 ? 1 : 2;
    constexpr std::array<char, 3> names{'x', 'y', 'z'};
    SliceView view;
    view.title = plan.scene.name;
    if (plan.scene.dims == 3)
        view.plane = fmt::format("{} = {:.3g} m", names[static_cast<std::size_t>(axis)],
                                 lattice.origin_m[static_cast<std::size_t>(axis)]);
    view.axes = {names[static_cast<std::size_t>(right)], names[static_cast<std::size_t>(upwards)]};
    const Frame& frame = plan.scene.frame;
    view.corner_m = {frame.users(right, 0), frame.users(upwards, 0)};
    view.z_down = upwards == 2 && frame.z_down();
    view.across = lattice.extent.along(right);
    view.up = lattice.extent.along(upwards);
    const std::array<std::int64_t, 3> nodes{box.to.x - box.from.x, box.to.y - box.from.y, box.to.z - box.from.z};
    for (const int at : {right, upwards}) {
        const bool on_node = plan.decision.shape.halo[2 * static_cast<std::size_t>(at)] == HaloRule::mirror_whole;
        view.cells[at == right ? 0 : 1] =
            std::max<std::int64_t>(1, nodes[static_cast<std::size_t>(at)] - (on_node ? 1 : 0));
        view.margin[at == right ? 0 : 1] = on_node ? 0 : 0.5;
    }
    view.stride = box.stride;
    view.spacing_m = plan.decision.spacing_m;
    const auto& spans = planned.walls().solids;
    if (spans.empty()) return view;
    view.solid.resize(static_cast<std::size_t>(view.across * view.up));
    std::size_t at = 0;
    for (std::int64_t j = 0; j < view.up; ++j)
        for (std::int64_t i = 0; i < view.across; ++i) {
            std::array<std::int64_t, 3> node{box.from.x, box.from.y, box.from.z};
            node[static_cast<std::size_t>(right)] += i * box.stride;
            node[static_cast<std::size_t>(upwards)] += j * box.stride;
            view.solid[at++] = is_solid(spans, plan.grid().index(node[0], node[1], node[2]));
        }
    return view;
}

}  // namespace wavesim
