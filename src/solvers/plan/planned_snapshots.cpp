// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_snapshots.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/plan/plan_draft.hpp"
#include "solvers/space/interpolation.hpp"

namespace wavesim {

std::optional<PlannedSnapshots> plan_snapshots(const PlanDraft& draft) {
    const PlanOutline& plan = draft.plan;
    if (!plan.scene.outputs.snapshots) return std::nullopt;
    const SnapshotOutput& asked = *plan.scene.outputs.snapshots;
    PlannedSnapshots snapshots;
    const Extent& domain = draft.grid.extent;
    const auto layers = plan.scene.boundaries.layer_cells();
    const Node first{layers[0], layers[2], layers[4]};
    snapshots.box = {first, {first.x + domain.nx, first.y + domain.ny, first.z + domain.nz}, asked.decimate};
    if (asked.plane) {
        Point at;
        (asked.plane->axis == 0 ? at.x : asked.plane->axis == 1 ? at.y : at.z) = asked.plane->at_m;
        const Node node = nearest_node(domain, mirrors_of(draft), plan.decision.spacing_m, at);
        const auto cut = [](std::int64_t& from, std::int64_t& to, std::int64_t n) {
            from = n;
            to = n + 1;
        };
        if (asked.plane->axis == 0) cut(snapshots.box.from.x, snapshots.box.to.x, first.x + node.x);
        if (asked.plane->axis == 1) cut(snapshots.box.from.y, snapshots.box.to.y, first.y + node.y);
        if (asked.plane->axis == 2) cut(snapshots.box.from.z, snapshots.box.to.z, first.z + node.z);
    }
    const auto step_at = [&plan](double time_s) { return std::max(1.0, time_s / plan.decision.time_step_s); };
    snapshots.every_steps = step_at(asked.every_s);
    snapshots.first_step = asked.from_s ? step_at(*asked.from_s) : snapshots.every_steps;
    if (snapshots.every_steps == 1) snapshots.first_step = std::round(snapshots.first_step);
    const std::int64_t last = asked.to_s
                                  ? std::min<std::int64_t>(plan.decision.steps, std::llround(step_at(*asked.to_s)))
                                  : plan.decision.steps;
    snapshots.count = plan.decision.steps;
    snapshots.count = snapshots.taken_before(last + 1);
    return snapshots;
}

}  // namespace wavesim
