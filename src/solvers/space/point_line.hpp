// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace wavesim {

// The pressure between nodes beside something that bends it: a step of the density, a surface where it is 0, a wall.
// Along an axis of the grid it is a sum of waves that each obey
//   d/dz (1/rho dp/dz) + (omega^2 / c^2 - k^2) p / rho = 0,   p and 1/rho dp/dz continuous,
// k the wave number along the step. Weights of the nodes are those that read such waves best, in least squares, and the
// two of frequency 0 (a constant and a constant flux) nearly exactly. Lengths count cells.

/// A stretch of an axis with one density and one speed.
struct LinePiece {
    double to = 0;  ///< where it ends; the last one never does
    double density = 1;
    double speed = 1;  ///< in those of the slowest sound of the scene
    auto operator<=>(const LinePiece&) const = default;
};

/// Where a line ends, and what waves do there: even ones have a slope of 0, odd ones a pressure of 0. At a wall of
/// admittance g there are even ones of amplitude 1 with odd ones of amplitude g.
struct LineEnd {
    double at = 0;
    double even = 1;
    double odd = 1;
    std::vector<double> ripple{};  ///< of the nodes from there on (wall_ripple.hpp); none where waves have no slope
    auto operator<=>(const LineEnd&) const = default;
};

/// A point between nodes of a line, whose coordinates are whole numbers.
struct PointLine {
    double at = 0;
    std::int64_t first = 0;  ///< of the nodes that may be read
    std::int64_t count = 0;
    std::optional<LineEnd> end{};  ///< if near
    std::vector<LinePiece> pieces{{}};
    double wave_number = 0;  ///< highest, of the slowest sound, 1/cells
    int half_order = 0;      ///< of the first differences that take the scheme across steps (density_operator.hpp)
    auto operator<=>(const PointLine&) const = default;
};

struct LineWeights {
    std::vector<double> of_nodes;
    double error = 0;  ///< largest of a wave of amplitude 1 up to the highest wave number
};

LineWeights read_between(const PointLine& line);

}  // namespace wavesim
