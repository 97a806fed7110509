// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Frequency above which waves of the slowest sound have fewer than 2 points per wavelength. On the nodes such waves
/// look like longer ones, so no stencil and no time step can represent them.
double carried_frequency(const PlanOutline& plan);

/// Sets the time step and the numbers of steps from the Courant number.
void set_time_step(PlanOutline& plan);

}  // namespace wavesim
