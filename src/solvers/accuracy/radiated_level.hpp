// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/scene/scene.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Pressure far from a source on a node, divided by that of the exact solution at the same frequency. The waves have
/// `points_per_wavelength` (>= 2) and travel in the unit vector `direction`. The source signal is as given, or averaged
/// over two steps (box). Stationary phase on the surface courant^2 D(k) = 4 sin^2(omega T / 2) of the scheme with
/// symbol D gives 2 / (|grad D| sqrt(K)) in 3D, K the Gaussian curvature of the surface; in 2D 2 sqrt(omega X / c) /
/// (|grad D| sqrt(curvature)) (Lighthill 1960, doi:10.1098/rsta.1960.0010). The average multiplies by sin(omega T) /
/// (omega T). A Courant number of 0 stands for continuous time, without an average. Infinite if the surface is not
/// convex, where waves focus. Infinite also if shorter waves have the same frequency, since their sound is added.
double radiated_level(const Stencil& stencil, double courant, double points_per_wavelength,
                      const std::array<double, 3>& direction, bool averaged);

/// Whether a source's signal is averaged over two steps.
bool averages_in_time(const SourceRequest& source, const Stencil& stencil, double courant);

}  // namespace wavesim
