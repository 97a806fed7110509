// SPDX-License-Identifier: MIT
#include "solvers/fluid_part.hpp"

#include <algorithm>

#include "solvers/medium_part.hpp"
#include "stencils/node_boxes.hpp"

namespace wavesim {

namespace {

std::int64_t& along(Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

/// Densities of a part and of the nodes beside it; beyond a side of the grid the density is that of the side.
class Densities {
  public:
    Densities(const PlanDraft& draft, const NodeBox& part)
        : box_(intersection(all_nodes(draft.plan.grid()), {{part.from.x - 1, part.from.y - 1, part.from.z - 1},
                                                           {part.to.x + 1, part.to.y + 1, part.to.z + 1}})),
          extent_(box_.extent()),
          values_(density_of_part(draft, box_)) {}

    float at(const Node& n) const {
        const auto within = [](std::int64_t i, std::int64_t from, std::int64_t to) {
            return std::clamp(i, from, to - 1) - from;
        };
        return values_[static_cast<std::size_t>(extent_.index(within(n.x, box_.from.x, box_.to.x),
                                                              within(n.y, box_.from.y, box_.to.y),
                                                              within(n.z, box_.from.z, box_.to.z)))];
    }
    /// Of the face after node n along an axis.
    float buoyancy(Node n, int axis) const {
        const float before = at(n);
        ++along(n, axis);
        return static_cast<float>(2 / (static_cast<double>(before) + static_cast<double>(at(n))));
    }

  private:
    NodeBox box_;
    Extent extent_;
    std::vector<float> values_;
};

}  // namespace

FluidMedium fluid_of_part(const PlanDraft& draft, const NodeBox& part) {
    const Densities densities(draft, part);
    FluidMedium fluid;
    fluid.modulus = factors_of_part(draft, part);
    for_each_node(part, part, [&](const Node& n, std::size_t i) { fluid.modulus[i] *= densities.at(n); });
    for (const int axis : {0, 1, 2}) {
        if (axis == 1 && draft.plan.scene.dims == 2) continue;
        const auto buoyancies = [&](const NodeBox& before) {
            std::vector<float> found(static_cast<std::size_t>(before.extent().nodes()));
            for_each_node(before, before,
                          [&](const Node& n, std::size_t i) { found[i] = densities.buoyancy(n, axis); });
            return found;
        };
        NodeBox below = part;
        along(below.to, axis) = along(below.from, axis);
        --along(below.from, axis);
        fluid.buoyancy[static_cast<std::size_t>(axis)] = buoyancies(part);
        fluid.low_side[static_cast<std::size_t>(axis)] = buoyancies(below);
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
