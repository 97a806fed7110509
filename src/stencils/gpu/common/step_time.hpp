// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

// Predicted step times on a GPU: the unavoidable memory traffic of a step at the triad's rate, plus the time of its
// threads. Tuned numbers are rows in *_times.hpp of each module; tests/campaigns/fit_step_times.py fits them.

/// Time of a launch before and after its threads keep all multiprocessors busy. It is nearly all of the time of a step
/// of a small grid. Fitted to the complete steps of ten scenes of 0.1 to 1.8 million nodes and nine bulk steps.
inline constexpr double launch_s = 2.5e-6;

/// True if factors of a medium are read from a table.
bool looked_up(const SpeedShape& speed);

/// Seconds per node for `bytes` of memory traffic, `ps` picoseconds of thread time, and launches.
double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps, double launches_s);

}  // namespace wavesim
