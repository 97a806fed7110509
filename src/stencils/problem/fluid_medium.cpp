// SPDX-License-Identifier: MIT
#include "stencils/problem/fluid_medium.hpp"

#include <algorithm>
#include <utility>

namespace wavesim {

namespace {

void append_to(std::vector<float>& values, const std::vector<float>& more) {
    values.insert(values.end(), more.begin(), more.end());
}
void drop_from(std::vector<float>& values, std::int64_t count) {
    values.erase(values.begin(), values.begin() + std::min(count, static_cast<std::int64_t>(values.size())));
}

HaloRule mirror(HaloRule rule) { return rule == HaloRule::mirror_whole ? rule : HaloRule::mirror_half; }

}  // namespace

void FluidMedium::append(const FluidMedium& planes) {
    const bool first = modulus.empty();
    append_to(modulus, planes.modulus);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        append_to(buoyancy[axis], planes.buoyancy[axis]);
        if (axis < 2 || first) append_to(low_side[axis], planes.low_side[axis]);
    }
}

void FluidMedium::drop(const Extent& planes) {
    drop_from(modulus, planes.nodes());
    for (std::vector<float>& values : buoyancy) drop_from(values, planes.nodes());
    drop_from(low_side[0], planes.ny * planes.nz);
    drop_from(low_side[1], planes.nx * planes.nz);
}

bool FluidMedium::fits(const Extent& box) const {
    const auto holds = [&](const std::vector<float>& values, std::int64_t count) {
        return std::cmp_equal(values.size(), count);
    };
    if (!holds(modulus, box.nodes())) return false;
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (axis == 1 && box.ny == 1 && buoyancy[a].empty()) continue;  // 2D
        if (!holds(buoyancy[a], box.nodes()) || !holds(low_side[a], box.nodes() / box.along(axis))) return false;
    }
    return true;
}

std::int64_t medium_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high) {
    return halo_image(t, n, mirror(low), mirror(high)).node;
}

FaceImage face_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high) {
    const std::int64_t before = medium_image(t, n, low, high);
    const std::int64_t after = medium_image(t + 1, n, low, high);
    // Nodes at sides mirror to themselves. A single node has two such sides in turn.
    const bool on_a_side = before == after && mirror(low) == HaloRule::mirror_half;
    const bool low_side = on_a_side && before == 0 && (n > 1 || high == HaloRule::mirror_whole || t % 2 != 0);
    return {std::min(before, after), low_side};
}

}  // namespace wavesim
