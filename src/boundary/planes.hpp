// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Planes [from, to) along z of a room whose first node is node `origin` of the whole room.
struct Planes {
    std::int64_t from;
    std::int64_t to;
    std::int64_t origin = 0;
};

inline Planes all_planes(const Extent& room) { return {0, room.nz}; }

}  // namespace wavesim
