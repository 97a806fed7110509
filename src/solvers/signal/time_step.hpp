// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Frequency above which waves have fewer than 2 points per wavelength where sound is slowest. Such waves look like
/// longer ones on the nodes, so no stencil and no time step carries them.
double carried_frequency(const PlanOutline& plan);

/// Sets the time step and the numbers of steps from the Courant number.
void set_time_step(PlanOutline& plan);

}  // namespace wavesim
