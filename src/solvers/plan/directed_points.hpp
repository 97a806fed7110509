// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/scene/scene.hpp"
#include "solvers/space/point_placer.hpp"

namespace wavesim {

// Sources and receivers with a direction. With the axis a, c the speed of sound and S the integral of the signal s:
//   a dipole at x0 is c S (a . d/dx0) of a point source. At an angle g and a distance r it sends
//     cos(g) [s(t - r/c) / (4 pi r) + c S(t - r/c) / (4 pi r^2)],  A s / (4 pi r) far away as a point source does;
//   a figure of eight hears c times the integral of a . grad p over time: p of waves that come from where a points.
// (Morse and Ingard, Theoretical Acoustics, 7.1; a pressure gradient microphone.)

/// A point beside another, and what the slope there takes of the pressure at it, 1/m.
struct SlopePoint {
    Point at;
    double weight;
};

/// The slope along an axis of length 1: central differences of fourth order. Their points lie up to half a cell away,
/// which is `slope_reach` of the spacing.
std::array<SlopePoint, 4> slope_points(const Point& at, const Point& axis, double spacing_m);
inline constexpr double slope_reach = 0.5;

/// Weights of the slope at a point of the grid, 1/m, over the nodes in the order of their numbers.
PlacedPoint place_slope(PointPlacer& placer, const Point& in_grid, const Point& axis, double spacing_m, PointRole role);

/// Whether signals of this kind have an integral that ends where they do.
bool has_pulse_integral(const SignalRequest& signal);
/// c S of a signal s, as the signal of a dipole.
SignalRequest dipole_signal(const SignalRequest& signal, double speed_m_s);

}  // namespace wavesim
