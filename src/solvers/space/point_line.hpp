// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace wavesim {

// Pressure between nodes near a discontinuity: a density step, a pressure-release surface or a wall. Along a grid axis
// it is a sum of waves that each obey
//   d/dz (1/rho dp/dz) + (omega^2 / c^2 - k^2) p / rho = 0,   p and 1/rho dp/dz continuous,
// where k is the wave number along the discontinuity. The weights of the nodes are the least-squares optimum for such
// waves,
// and nearly exact for the two of frequency 0 (a constant and a constant flux). Lengths are in cells.

/// A section of an axis with one density and one speed.
struct LinePiece {
    double to = 0;  ///< its end; the last piece has no end
    double density = 1;
    double speed = 1;  ///< relative to the slowest sound of the scene
    auto operator<=>(const LinePiece&) const = default;
};

/// The end of a line and the waves there: even ones have the derivative 0, odd ones the pressure 0. At a wall of
/// admittance g even waves of amplitude 1 occur with odd waves of amplitude g.
struct LineEnd {
    double at = 0;
    double even = 1;
    double odd = 1;
    std::vector<double> ripple{};  ///< ripple of the nodes from there on (wall_ripple.hpp); empty if waves have no
                                   ///< derivative there
    auto operator<=>(const LineEnd&) const = default;
};

/// A point between nodes of a line. Coordinates of nodes are integers.
struct PointLine {
    double at = 0;
    std::int64_t first = 0;  ///< first of the nodes that may be used
    std::int64_t count = 0;
    std::optional<LineEnd> end{};  ///< only if it is near
    std::vector<LinePiece> pieces{{}};
    double wave_number = 0;  ///< largest wave number of the slowest sound, 1/cells
    int half_order = 0;      ///< of the first differences that the scheme uses across steps (density_operator.hpp)
    auto operator<=>(const PointLine&) const = default;
};

struct LineWeights {
    std::vector<double> of_nodes;
    double error = 0;  ///< largest error for waves of amplitude 1 up to the largest wave number
};

LineWeights read_between(const PointLine& line);

}  // namespace wavesim
