// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/gpu.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

// Predicted step times on a GPU: the unavoidable memory traffic of a step at the triad's rate, plus the time of its
// threads. Tuned numbers are rows in *_times.hpp of each module; tests/campaigns/fit_step_times.py fits them.

/// The GPU of all tuned rows (docs/performance.md, docs/history/): number of multiprocessors of compute capability 9.0
/// at 1.98 GHz. On other GPUs the time of threads is scaled by the number of multiprocessors.
struct FittedCard {
    const char* name;
    int multiprocessors;
    /// Speed of the L2 cache relative to the memory, where both levels stay in the cache; fitted to the same steps as
    /// the time of a launch.
    double cache_speed;
};
inline constexpr FittedCard fitted_card{.name = "NVIDIA H200", .multiprocessors = 132, .cache_speed = 1.3};

/// Time of a launch before and after its threads keep all multiprocessors busy. It is nearly all of the time of a step
/// of a small grid. Fitted to the complete steps of ten scenes of 0.1 to 1.8 million nodes and nine bulk steps.
inline constexpr double launch_s = 2.5e-6;

/// True if factors of a medium are read from a table.
bool looked_up(const SpeedShape& speed);

/// Seconds per node for `bytes` of memory traffic, `ps` picoseconds of thread time, and launches.
double seconds_per_node(const StencilProblem& problem, const Gpu& gpu, double bytes, double ps, double launches_s);

}  // namespace wavesim
