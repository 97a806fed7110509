// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/space/edge_cuts.hpp"
#include "solvers/space/row_pieces.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A path through which sound leaves the walls of a mesh: its narrowest place, and the side of the domain that it
/// reaches.
struct MeshLeak {
    Node at;
    std::array<std::int64_t, 2> width{};  ///< size of the opening in cells
    Side side = Side::x_min;
};

/// The path with the fewest pieces of rows from some nodes to a side of the domain; no value if the walls are closed.
/// `pieces` must have been marked from these nodes.
std::optional<MeshLeak> find_leak(const EdgeCuts& cuts, const RowPieces& pieces, const std::vector<std::int64_t>& from);

}  // namespace wavesim
