// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "solvers/medium/piece_values.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// The mean of a medium over a cell acts at the centre of the cell, wherever its materials lie in it. A sum over nodes
/// equals the integral up to second order if a cell passes
///   m = < v x > - (v_last - v_first) / 24
/// of its mean to the next node. This is the first moment of its content, minus the error of the midpoint rule at a
/// step (Euler-Maclaurin). Either the cell gives, or the previous cell gives to it, whichever has the larger value.
struct CellMove {
    double amount = 0;  ///< m
    bool gives = true;
};
CellMove cell_move(double mean, const AxisShape& shape);

/// Most that a cell takes from its neighbour. With six such contributions no neighbour falls below its smallest
/// adjacent value.
inline double most_taken(double neighbour, double mean) { return std::max(0.0, (neighbour - mean) / 8); }

/// Contributions to nodes of a part of a grid from the surrounding cells.
class CellPlaces {
  public:
    /// If `half_axis` is given, the values belong to the half nodes after the nodes along that axis.
    CellPlaces(const Scene& scene, const GridChoice& grid, WallPosition walls, std::optional<int> half_axis,
               const NodeBox& part);

    /// The part and the nodes beside it, as far as reflecting sides allow.
    const NodeBox& around() const { return around_; }
    /// Adds a fraction of the values, or of their inverses, of the cell of a node.
    void add(const Node& node, const PieceValues& values, bool inverse, double share);
    /// After all cells: the total for each node, given the means of the nodes around the part.
    std::vector<float> given(const std::vector<float>& means);

  private:
    bool contains(const Node& n) const {
        return around_.extent().contains(n.x - around_.from.x, n.y - around_.from.y, n.z - around_.from.z);
    }
    std::int64_t index(const Node& n) const {
        return around_.extent().index(n.x - around_.from.x, n.y - around_.from.y, n.z - around_.from.z);
    }
    void move(const Node& node, int axis, double amount);

    /// The nodes along an axis between reflecting sides; without such sides the range has no end.
    struct Range {
        std::int64_t first = std::numeric_limits<std::int64_t>::min();
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        bool on_sides = false;  ///< the first and the last node lie on the sides, else half a cell from them
        bool on_side(std::int64_t at) const { return on_sides && (at == first || at == last); }
    };
    std::array<Range, 3> ranges_;
    NodeBox around_;
    std::vector<float> given_;  ///< empty until there is a contribution
    struct Taken {
        Node by;
        int axis;
        double amount;  ///< contribution of the next node, or of the previous one if negative
    };
    std::vector<Taken> taken_;
};

}  // namespace wavesim
