// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/scene/scene.hpp"
#include "solvers/space/point_placer.hpp"

namespace wavesim {

// Sources and receivers with a direction. Let a be the axis, c the speed of sound and S the integral of the signal s. A
// dipole at x0 is c S (a . d/dx0) of a point source. At an angle g and a distance r its pressure is cos(g) [s(t - r/c)
// / (4 pi r) + c S(t - r/c) / (4 pi r^2)], in the far field cos(g) times that of a point source. A figure-of-eight
// receiver records c times the time integral of a . grad p. This is p for waves that arrive from the direction of a.
// Source: Morse and Ingard, Theoretical Acoustics, 7.1; a pressure gradient microphone.

/// A point beside another one, and the weight of its pressure in the derivative there, 1/m.
struct SlopePoint {
    Point at;
    double weight;
};

/// The derivative along a unit vector: central differences of fourth order. Their points lie up to half a cell away,
/// i.e. `slope_reach` of the spacing.
std::array<SlopePoint, 4> slope_points(const Point& at, const Point& axis, double spacing_m);
inline constexpr double slope_reach = 0.5;

/// Weights of the derivative at a point of the grid, 1/m, for the nodes in ascending order.
PlacedPoint place_slope(PointPlacer& placer, const Point& in_grid, const Point& axis, double spacing_m, PointRole role);

/// Whether the integral of signals of this kind returns to 0 at their end.
bool has_pulse_integral(const SignalRequest& signal);
/// c S of a signal s, as the signal of a dipole.
SignalRequest dipole_signal(const SignalRequest& signal, double speed_m_s);

}  // namespace wavesim
