// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>

namespace wavesim {

/// A convex polygon: a triangle cut by planes across the axes.
class BoxPolygon {
  public:
    using Corner = std::array<double, 3>;

    explicit BoxPolygon(const std::array<Corner, 3>& triangle) : count_(3) {
        for (std::size_t i = 0; i < 3; ++i) corners_[i] = triangle[i];
    }

    bool empty() const { return count_ < 3; }
    double low(std::size_t axis) const;
    double high(std::size_t axis) const;
    /// The part at or below `at` along an axis, or above it.
    BoxPolygon below(std::size_t axis, double at) const { return part(axis, at, 1); }
    BoxPolygon above(std::size_t axis, double at) const { return part(axis, at, -1); }
    double area() const;
    /// The centroid of its area.
    Corner centre() const;

  private:
    BoxPolygon() = default;
    BoxPolygon part(std::size_t axis, double at, double sign) const;

    static constexpr std::size_t most = 12;  ///< 3 corners, and one more for each of 6 planes
    std::array<Corner, most> corners_{};
    std::size_t count_ = 0;
};

}  // namespace wavesim
