// SPDX-License-Identifier: MIT
#include "solvers/medium/fluid_part.hpp"

#include "solvers/medium/medium_part.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

std::int64_t& coordinate(Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

}  // namespace

FluidMedium fluid_of_part(const PlanDraft& draft, const NodeBox& part) {
    FluidMedium fluid;
    fluid.modulus = modulus_of_part(draft, part);
    for (const int axis : {0, 1, 2}) {
        if (axis == 1 && draft.plan.scene.dims == 2) continue;
        NodeBox below = part;
        coordinate(below.to, axis) = coordinate(below.from, axis);
        --coordinate(below.from, axis);
        fluid.buoyancy[static_cast<std::size_t>(axis)] = buoyancy_of_part(draft, axis, part);
        fluid.low_side[static_cast<std::size_t>(axis)] = buoyancy_of_part(draft, axis, below);
    }
    return fluid;
}

std::optional<FluidCode> fluid_code(const PlanDraft& draft) {
    if (!draft.plan.decision.shape.speed.coded()) return std::nullopt;
    FluidRange range;
    for (const NodeBox& slab : slabs_of(draft.plan.grid())) range.add(fluid_of_part(draft, slab));
    return range.code();
}

FluidMedium stored_fluid_of_part(const PlanDraft& draft, const NodeBox& part, const std::optional<FluidCode>& code) {
    FluidMedium fluid = fluid_of_part(draft, part);
    if (code) round_to_codes(fluid, part, *code);
    return fluid;
}

FluidMedium fluid_of_grid(const PlanDraft& draft, const std::optional<FluidCode>& code) {
    const auto nodes = static_cast<std::size_t>(draft.plan.grid().nodes());
    FluidMedium fluid;
    fluid.modulus.reserve(nodes);
    for (std::vector<float>& values : fluid.buoyancy) values.reserve(nodes);
    for (const NodeBox& slab : slabs_of(draft.plan.grid())) fluid.append(stored_fluid_of_part(draft, slab, code));
    return fluid;
}

}  // namespace wavesim
