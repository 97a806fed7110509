// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Modal density of a large room in a scheme at omega_t radians per time step, relative to that of the wave equation.
/// It is the mean over all directions of k^2 dk/domega (2D: k dk/domega), divided by its value for k = omega / c. Slow
/// waves have more modes, and each reaches the walls less often. If all modes have the same mean energy, the decay time
/// is proportional to this ratio (Kuttruff, Room Acoustics, 3.4 and 5.1). Throws std::domain_error if a direction has
/// no wave.
double modal_density(const Stencil& stencil, double courant, double omega_t);

/// Wave number of a scheme in the direction of a unit vector, rad per node. Throws std::domain_error if it has no wave.
double wave_number(const Stencil& stencil, const std::array<double, 3>& along, double courant, double omega_t);

}  // namespace wavesim
