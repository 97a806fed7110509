// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan.hpp"

namespace wavesim {

/// Signed relative phase-velocity error of a stencil at that many points per wavelength (>= 2) along the axis,
/// the diagonals and in the worst direction of a fan of 91 (2D: 13) directions; 0.1 ms for 57 points.
DispersionReport report_dispersion(const Stencil& stencil, double courant, double frequency_hz,
                                   double points_per_wavelength);

}  // namespace wavesim
