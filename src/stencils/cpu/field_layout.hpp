// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim::cpu {

/// Where the nodes of one time level lie in memory. Every used axis carries a halo of `radius` nodes on both
/// sides; rows run along x, start their node x = 0 on a 64-byte boundary and are a multiple of 64 bytes apart. Between
/// two rows lie the high halo of the first and the low halo of the second, at least `lead` values.
/// Positions are in values from the start of the array.
struct FieldLayout {
    Extent extent;
    std::int64_t halo_x = 0;
    std::int64_t halo_y = 0;  ///< 0 in 2D
    std::int64_t halo_z = 0;
    std::int64_t lead = 0;         ///< values before node x = 0 of a row
    std::int64_t row_pitch = 0;    ///< from (x, y, z) to (x, y+1, z)
    std::int64_t plane_pitch = 0;  ///< from (x, y, z) to (x, y, z+1)
    std::int64_t values = 0;       ///< of the whole array, guard values after the last row included

    /// Position of a node; halo coordinates are allowed.
    std::int64_t at(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return (z + halo_z) * plane_pitch + (y + halo_y) * row_pitch + lead + x;
    }
    /// Position of the node with logical index `index`.
    std::int64_t of(std::int64_t index) const {
        const Node n = node_at(extent, index);
        return at(n.x, n.y, n.z);
    }
};

/// Layout for one stencil. The row pitch avoids multiples of 4096 bytes, at which rows would compete for the
/// same cache sets.
FieldLayout make_field_layout(const Extent& extent, const Stencil& stencil, Precision precision);

}  // namespace wavesim::cpu
