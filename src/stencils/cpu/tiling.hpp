// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"

namespace wavesim::cpu {

/// Rows [y_from, y_to) x planes [z_from, z_to), swept with z outermost.
struct Tile {
    std::int64_t y_from;
    std::int64_t y_to;
    std::int64_t z_from;
    std::int64_t z_to;
};

Tile whole_grid(const FieldLayout& layout);

/// The tiles of each thread. Together they cover every row of a part of the grid once.
std::vector<std::vector<Tile>> make_tiles(const FieldLayout& layout, Precision precision, int threads,
                                          const Tile& part);

/// Nodes of a row to update before the next row: equal parts of whole cache lines, 4 KiB at most.
std::int64_t make_chunk(const FieldLayout& layout, Precision precision);

}  // namespace wavesim::cpu
