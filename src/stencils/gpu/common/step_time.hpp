// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/gpu.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

// Predicted step times on a GPU: the memory traffic that a step cannot avoid at the triad's rate, and what its threads
// take besides. Fitted to measurements on an NVIDIA H200 (docs/performance.md, docs/history/), whose 132
// multiprocessors of compute capability 9.0 run at 1.98 GHz.

/// What a launch takes before and after its threads have work for all multiprocessors. It is nearly all of a step of a
/// small grid. Fitted to the whole steps of ten scenes of 0.1 to 1.8 million nodes and nine bulk steps.
inline constexpr double launch_s = 2.5e-6;

/// Whether factors of a medium are looked up in a table.
bool looked_up(const SpeedShape& speed);

/// Seconds per node of `bytes` that memory must move and `ps` of the threads, and of launches.
double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps, double launches_s);

}  // namespace wavesim
