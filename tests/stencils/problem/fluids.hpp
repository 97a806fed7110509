// SPDX-License-Identifier: MIT
// Media whose density varies for tests, and where their faces lie, written down without the product.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "stencils/problem/fluid_medium.hpp"

namespace wavesim::test {

/// Values of nodes, and of faces by axis and the node before them, whose coordinate along the axis may be -1.
inline FluidMedium make_fluid(const Extent& e, int dims, const std::function<float(const Node&)>& modulus,
                              const std::function<float(int axis, const Node&)>& buoyancy) {
    FluidMedium fluid;
    for (std::int64_t i = 0; i < e.nodes(); ++i) fluid.modulus.push_back(modulus(node_at(e, i)));
    for (const int axis : {0, 1, 2}) {
        if (axis == 1 && dims == 2) continue;
        const auto a = static_cast<std::size_t>(axis);
        Extent side = e;
        (axis == 0 ? side.nx : axis == 1 ? side.ny : side.nz) = 1;
        for (std::int64_t i = 0; i < e.nodes(); ++i) fluid.buoyancy[a].push_back(buoyancy(axis, node_at(e, i)));
        for (std::int64_t i = 0; i < side.nodes(); ++i) {
            Node before = node_at(side, i);
            (axis == 0 ? before.x : axis == 1 ? before.y : before.z) = -1;
            fluid.low_side[a].push_back(buoyancy(axis, before));
        }
    }
    return fluid;
}

/// Any modulus and any buoyancy within a factor of `contrast`, no two of them the same.
inline FluidMedium random_fluid(const Extent& e, int dims, float contrast, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(0, 1);
    return make_fluid(
        e, dims, [&](const Node&) { return 1000 * std::pow(contrast, uniform(random)); },
        [&](int, const Node&) { return 0.001F * std::pow(contrast, -uniform(random)); });
}

/// rho_i (c_i / c)^2 of nodes and 2 / (rho_i + rho_{i+1}) of faces, from nodes by logical index.
inline FluidMedium fluid_of_nodes(const Extent& e, int dims, const std::vector<float>& factors,
                                  const std::vector<float>& densities) {
    const auto index = [&](const Node& n) { return static_cast<std::size_t>(e.index(n.x, n.y, n.z)); };
    const auto density = [&](Node n) {
        for (std::int64_t* i : {&n.x, &n.y, &n.z}) *i = std::max<std::int64_t>(0, *i);
        n = {std::min(n.x, e.nx - 1), std::min(n.y, e.ny - 1), std::min(n.z, e.nz - 1)};
        return densities[index(n)];
    };
    return make_fluid(
        e, dims, [&](const Node& n) { return densities[index(n)] * factors[index(n)]; },
        [&](int axis, const Node& n) {
            const Node after{n.x + (axis == 0), n.y + (axis == 1), n.z + (axis == 2)};
            return 2 / (density(n) + density(after));
        });
}

/// Node before the face between t and t + 1, which mirrors lead back into the grid; -1 for the face on the low side.
/// Positions are counted in half cells, node t at 2 t, and mirrored about the sides one after the other.
inline std::int64_t face_of(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high) {
    const std::int64_t from = low == HaloRule::mirror_whole ? 0 : -1;
    const std::int64_t to = high == HaloRule::mirror_whole ? 2 * n - 2 : 2 * n - 1;
    std::int64_t at = 2 * t + 1;
    if (from == to) return 0;
    while (at < from || at > to) at = at < from ? 2 * from - at : 2 * to - at;
    return at == -1 ? -1 : (at - 1) / 2;
}

inline double buoyancy_of(const FluidMedium& fluid, const Extent& e, int axis, Node before) {
    const auto a = static_cast<std::size_t>(axis);
    std::int64_t& along = axis == 0 ? before.x : axis == 1 ? before.y : before.z;
    if (along >= 0)
        return static_cast<double>(fluid.buoyancy[a][static_cast<std::size_t>(e.index(before.x, before.y, before.z))]);
    along = 0;
    Extent side = e;
    (axis == 0 ? side.nx : axis == 1 ? side.ny : side.nz) = 1;
    return static_cast<double>(fluid.low_side[a][static_cast<std::size_t>(side.index(before.x, before.y, before.z))]);
}

}  // namespace wavesim::test
