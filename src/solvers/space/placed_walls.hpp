// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <cstdint>
#include <vector>

namespace wavesim {

/// Area of walls with a surface in an element.
struct PlacedWall {
    std::uint32_t element;
    std::uint8_t surface;
    double area;
    auto operator<=>(const PlacedWall&) const = default;
};

/// A list of such areas. What one element has of a surface is added from time to time, so that the list stays short.
class PlacedWalls {
  public:
    explicit PlacedWalls(int threads = 1) : threads_(threads) {}
    void add(const std::vector<PlacedWall>& more);
    /// One entry per element and surface, ascending.
    std::vector<PlacedWall> take();

  private:
    int threads_;
    std::vector<PlacedWall> all_;
    std::size_t join_at_ = std::size_t{1} << 16;
};

/// Sums of equal elements and surfaces. The order of equal ones is that of their areas, so sums do not depend on it.
void join(std::vector<PlacedWall>& walls, int threads);

}  // namespace wavesim
