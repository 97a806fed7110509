// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/grid/precision.hpp"
#include "stencils/grid/side.hpp"

namespace wavesim {

/// Node counts of a grid of cubic cells. A 2D grid lies in the (x, z) plane and has ny == 1.
struct Extent {
    std::int64_t nx = 1;
    std::int64_t ny = 1;
    std::int64_t nz = 1;

    std::int64_t nodes() const { return nx * ny * nz; }
    std::int64_t along(int axis) const { return axis == 0 ? nx : axis == 1 ? ny : nz; }
    bool contains(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
    }
    /// Logical index of a node, x fastest; every list of nodes outside a backend uses it.
    std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const { return x + nx * (y + ny * z); }
    bool operator==(const Extent&) const = default;
};

/// Position of a node, in nodes.
struct Node {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    bool operator==(const Node&) const = default;
};

/// Inverse of Extent::index.
inline Node node_at(const Extent& extent, std::int64_t index) {
    return {index % extent.nx, index / extent.nx % extent.ny, index / (extent.nx * extent.ny)};
}

/// Axis-aligned block of nodes [from, to), or every `stride`-th of its nodes per axis.
struct NodeBox {
    Node from;
    Node to;
    std::int64_t stride = 1;

    /// Node counts after striding.
    Extent extent() const {
        const auto n = [this](std::int64_t a, std::int64_t b) { return (b - a + stride - 1) / stride; };
        return {n(from.x, to.x), n(from.y, to.y), n(from.z, to.z)};
    }
};

}  // namespace wavesim
