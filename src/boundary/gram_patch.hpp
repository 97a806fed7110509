// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "stencils/scheme/shell.hpp"

namespace wavesim {

/// The offsets s with |s|^2 <= radius2 around a node, in 3D or in the (x, z) plane: 27 points for radius2 = 3, 33 for
/// 4, 57 for 5 (2D: 9, 13, 21). It knows what the symmetries of the cube (of the square) leave free in a matrix over
/// it.
class GramPatch {
  public:
    GramPatch(int dims, int radius2);

    static constexpr int most_reach = 2;  ///< of the patches of find_gram

    int dims() const { return dims_; }
    const std::vector<Offset>& points() const { return points_; }
    std::size_t size() const { return points_.size(); }
    /// Largest coordinate.
    int reach() const { return reach_; }
    /// Number of a point; -1 if it is not in the patch.
    int find(const Offset& offset) const;

    /// Classes of points that the symmetries turn into each other.
    std::size_t classes() const { return class_count_; }
    std::size_t class_of(std::size_t point) const { return class_[point]; }
    /// Classes of unordered pairs of points. A symmetric matrix that the symmetries do not change has one number each.
    std::size_t orbits() const { return orbit_count_; }
    std::size_t orbit(std::size_t a, std::size_t b) const { return orbit_[a * size() + b]; }

  private:
    int dims_;
    int reach_ = 0;
    std::vector<Offset> points_;
    std::map<Offset, int> number_;
    std::vector<std::size_t> class_, orbit_;
    std::size_t class_count_ = 0, orbit_count_ = 0;
};

Offset operator+(const Offset& a, const Offset& b);
Offset operator-(const Offset& a, const Offset& b);
/// Largest coordinate of an offset.
int largest_of(const Offset& offset);

}  // namespace wavesim
