// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

namespace wavesim {

/// A point in the plane across an edge.
struct FlatPoint {
    double a = 0, b = 0;
};

/// The section of a box in the plane across an edge.
struct FlatBox {
    FlatPoint from, to;
    /// Corner 0 ... 3; bit 0: upper end of a, bit 1: upper end of b.
    FlatPoint corner(std::size_t index) const { return {index & 1 ? to.a : from.a, index & 2 ? to.b : from.b}; }
    FlatBox grown(double by) const { return {{from.a - by, from.b - by}, {to.a + by, to.b + by}}; }
    /// Whether the straight line between two points passes through the inside.
    bool hides(const FlatPoint& from, const FlatPoint& to) const;
};

/// The shortest path around a box on one side of the straight line between two points.
struct WayAround {
    double length = 0;
    double before = 0;              ///< distance of the first point from the farthest corner of the path
    double behind = 0;              ///< distance from there to the second point
    std::array<bool, 4> corners{};  ///< which ones the path bends at
};
/// None if no corner lies on that side. `left`: on the left of the direction of travel.
std::optional<WayAround> way_around(const FlatBox& box, const FlatPoint& from, const FlatPoint& to, bool left);

/// Sound beside and behind an edge relative to sound without it, by Kirchhoff's theory (Born and Wolf, Principles of
/// Optics, 7th ed., 8.7.3): 1 far from its shadow, 1/2 at its limit, and 1 / (pi v sqrt(2)) deep in it. `longer` is
/// what the path via the edge is longer than the straight one, in wavelengths, negative where the straight one is free.
std::complex<double> sound_at_edge(double longer);

/// Diffraction coefficient of a rigid wedge relative to that of Kirchhoff's theory for the same change of direction, at
/// most 2. `turns` is the angle of the air in half turns: 2 beside a thin wall, 3/2 at a corner of a box. The angles of
/// both points are measured from one face through the air, in radians (Keller, J. Opt. Soc. Am. 52 (1962) 116; Pierce,
/// Acoustics, 9-8). At the limit of a mirror image the coefficient has no bound; there faces count (solid_echoes.hpp).
double wedge_factor(double turns, double from_angle, double to_angle);

/// The same for the corner of a box at which a path bends, and for a path that bends at both ends of a face. The end of
/// a box that is thinner than a quarter of the wavelength acts like that of a thin wall.
double wedge_factor(const FlatBox& box, const WayAround& way, const FlatPoint& from, const FlatPoint& to,
                    double wavelength);

}  // namespace wavesim
