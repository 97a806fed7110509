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

/// A mean acts in the middle of its cell, wherever in the cell lies what it is the mean of. A sum over nodes equals the
/// integral up to second order where a cell moves
///   m = < v x > - (v_last - v_first) / 24
/// of its mean to the node after it: the first moment of what it holds, less what the midpoint rule makes of a step
/// (Euler-Maclaurin). Either the cell gives, or the one before it gives to it: the one with the larger value.
struct CellMove {
    double amount = 0;  ///< m
    bool gives = true;
};
CellMove cell_move(double mean, const AxisShape& shape);

/// Most that a cell takes from its neighbour: with six of them that never becomes less than the least beside it.
inline double most_taken(double neighbour, double mean) { return std::max(0.0, (neighbour - mean) / 8); }

/// What nodes of a part of a grid get from the cells around them.
class CellPlaces {
  public:
    /// If `half_axis` is given, the values belong to the half nodes after the nodes along that axis.
    CellPlaces(const Scene& scene, const GridChoice& grid, WallPosition walls, std::optional<int> half_axis,
               const NodeBox& part);

    /// The part and the nodes beside it, as far as sides that mirror let them be.
    const NodeBox& around() const { return around_; }
    /// Adds a share of the values, or of their inverses, of the cell of a node.
    void add(const Node& node, const PieceValues& values, bool inverse, double share);
    /// After all cells: what a node gets in all, given the means of the nodes around the part.
    std::vector<float> given(const std::vector<float>& means);

  private:
    bool contains(const Node& n) const {
        return around_.extent().contains(n.x - around_.from.x, n.y - around_.from.y, n.z - around_.from.z);
    }
    std::int64_t index(const Node& n) const {
        return around_.extent().index(n.x - around_.from.x, n.y - around_.from.y, n.z - around_.from.z);
    }
    void move(const Node& node, int axis, double amount);

    /// The nodes along an axis between sides that mirror; without those there is no end.
    struct Range {
        std::int64_t first = std::numeric_limits<std::int64_t>::min();
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        bool on_sides = false;  ///< the first and the last lie on them, else half a cell before
        bool on_side(std::int64_t at) const { return on_sides && (at == first || at == last); }
    };
    std::array<Range, 3> ranges_;
    NodeBox around_;
    std::vector<float> given_;  ///< empty until something is
    struct Taken {
        Node by;
        int axis;
        double amount;  ///< of the next node, or the one before it where negative
    };
    std::vector<Taken> taken_;
};

}  // namespace wavesim
