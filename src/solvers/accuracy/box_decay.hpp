// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/accuracy/wall_loss.hpp"

namespace wavesim {

/// Relative error of the reverberation time of a large cube (2D: square) whose walls are all alike, from what a scheme
/// takes of waves of omega_t radians per time step. Directions do not mix there: each decays by itself, all start with
/// the same energy, and the slope of their sum from -5 to -20 dB is that of the directions that the walls take least
/// of. Throws like reflection_at().
double box_reverberation(const WallScheme& scheme, double admittance, double omega_t);

}  // namespace wavesim
