// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/gpu.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

// Predicted step times on a GPU: the memory traffic that a step cannot avoid at the triad's rate, and what its threads
// take besides. Tuned numbers are rows in *_times.hpp of each room; tests/campaigns/fit_step_times.py fits them.

/// Where all tuned rows were measured (docs/performance.md, docs/history/): multiprocessors of compute capability 9.0
/// at 1.98 GHz. On other cards the time of threads goes by the number of multiprocessors.
struct FittedCard {
    const char* name;
    int multiprocessors;
    /// How much faster than the memory the L2 cache is where both levels stay in it; from the same steps as launches.
    double cache_speed;
};
inline constexpr FittedCard fitted_card{.name = "NVIDIA H200", .multiprocessors = 132, .cache_speed = 1.3};

/// What a launch takes before and after its threads have work for all multiprocessors. It is nearly all of a step of a
/// small grid. Fitted to the whole steps of ten scenes of 0.1 to 1.8 million nodes and nine bulk steps.
inline constexpr double launch_s = 2.5e-6;

/// Whether factors of a medium are looked up in a table.
bool looked_up(const SpeedShape& speed);

/// Seconds per node of `bytes` that memory must move and `ps` of the threads, and of launches.
double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps, double launches_s);

}  // namespace wavesim
