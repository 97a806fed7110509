// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Planes [from, to) of boxes along z. The first of a grid is -1.
struct BoxPlanes {
    std::int64_t from, to;
};

/// All planes of a grid in parts with about `most` pieces of walls each, or a single plane.
std::vector<BoxPlanes> planes_of_pieces(const TriangleMesh& mesh, const Extent& extent, double spacing_m,
                                        double most = 1 << 21);

}  // namespace wavesim
