// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Bounds of the length of a path through air; both are infinite if there is no path.
struct WayBounds {
    double least = std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

/// Shortest paths around boxes of nodes, bounded by paths along the edges and diagonals of the nodes' cells, from
/// corner to corner. If there are too many nodes, blocks of them are treated as cells, which are solid if one box fills
/// them. `least` then remains a bound and approaches that of the straight line. `most` remains a bound if no air leaks.
class AirLattice {
  public:
    AirLattice(const Extent& nodes, const std::vector<NodeBox>& solids, std::int64_t most_cells);

    /// Finds the paths from a node to all others; the time grows with the number of cells.
    void search(const Node& from);
    /// Bounds of the path between the cells of both nodes, in nodes.
    WayBounds to(const Node& node) const;

  private:
    std::array<std::int64_t, 3> cell_of(const Node& node) const;
    std::int64_t cell_index(const std::array<std::int64_t, 3>& cell) const;
    std::int64_t corner_index(const std::array<std::int64_t, 3>& cell, int corner) const;
    void settle(std::int64_t corner);
    void shorten(std::int64_t corner, std::uint32_t length);

    bool flat_;               ///< one node thick along y, whose cells have no corners along it
    std::int64_t block_ = 1;  ///< nodes per cell along an axis
    std::array<std::int64_t, 3> cells_{};
    std::array<std::int64_t, 3> corners_{};
    std::vector<std::uint8_t> solid_;
    std::vector<std::uint32_t> length_;  ///< per corner, in 1/41 cells
    std::vector<std::vector<std::int64_t>> waiting_;
};

}  // namespace wavesim
