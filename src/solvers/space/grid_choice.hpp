// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "boundary/half_cell.hpp"
#include "solvers/scene/scene.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

class MeshRoom;

/// Largest fraction by which the spacing may be reduced so that an integer number of cells fills the domain.
inline constexpr double largest_shrink = 0.03;

/// The grid of a domain: node i lies at (i + 1/2) spacing (`half`) or at i * spacing (`whole`).
struct GridChoice {
    Extent extent;
    double spacing_m = 0;
    double size_error = 0;  ///< largest relative difference between the size on the grid and the requested size, along
                            ///< any axis
    std::shared_ptr<const MeshRoom> mesh{};  ///< solids from a mesh; none without a mesh
};

/// Nodes along an axis of that length, in double (any size): nearest count of cells, plus 1 for `whole`.
double nodes_along(double length_m, double spacing_m, WallPosition walls);
/// Length of `nodes` nodes along an axis.
double length_of(std::int64_t nodes, double spacing_m, WallPosition walls);

/// Chooses the spacing in [0.97, 1] times the requested one. The first choice is one in [0.99, 1] that fits exactly.
/// The second is the
/// largest whose size error is at most 1e-4, or an exact fit at most 0.1 % below it. The last is the one with the
/// smallest error. Empty when an axis is shorter than a cell or has more than 2^31 - 1 nodes, or the grid more than
/// 2^60.
std::optional<GridChoice> choose_grid(int dims, const Point& size_m, double asked_spacing_m, WallPosition walls);

/// "1 cell", "20 cells"
std::string cells_text(std::int64_t cells);

}  // namespace wavesim
