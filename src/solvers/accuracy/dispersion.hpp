// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Signed relative phase-velocity error of a stencil at that many points per wavelength (>= 2) along the axis,
/// the diagonals and in the worst direction of a fan of 91 (2D: 13) directions; 0.1 ms for 57 points. A Courant number
/// of 0 means continuous time.
DispersionReport report_dispersion(const Stencil& stencil, double courant, double frequency_hz,
                                   double points_per_wavelength);

/// Dispersion of a plan at a frequency (with at least 2 points per wavelength), for the slowest or the fastest sound,
/// whichever is worse.
DispersionReport dispersion_at(const PlanOutline& plan, double frequency_hz);

/// Whether averaging source signals over two steps makes the radiated level more accurate. A scheme with -L^(k) = |k|^2
/// (1 - a |k|^2 ...) radiates 1 + 2 a |k|^2 times the signal. The average reduces it by courant^2 |k|^2 / 6, so it is
/// useful if the mean of a over directions exceeds courant^2 / 24. It is always useful with weights made for space and
/// time, and never with leggy stencils, whose errors in time dominate.
bool wants_time_filter(const Stencil& stencil, double courant);

}  // namespace wavesim
