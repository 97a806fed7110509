// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Waves per frequency that a large room has in a scheme at omega_t radians per time step, over those of the wave
/// equation: the mean over all directions of k^2 dk/domega (2D: k dk/domega), over that of k = omega / c. Slow waves
/// are more, and each reaches the walls less often: where all have the same energy in the mean, the time of its decay
/// is in proportion (Kuttruff, Room Acoustics, 3.4 and 5.1). Throws std::domain_error where a direction has no wave.
double modal_density(const Stencil& stencil, double courant, double omega_t);

}  // namespace wavesim
