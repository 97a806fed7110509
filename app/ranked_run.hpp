// SPDX-License-Identifier: MIT
#pragma once
#include "app/ranks/rank_job.hpp"
#include "app/run_scene.hpp"

namespace wavesim {

/// Executes `wavesim run` in one of several processes that a launcher has started (docs/clusters.md). Rank 0 reads,
/// plans, reports and writes like a single process. The others plan the same scene, keep their slab of it, and serve.
/// Ends the program: throws EndProgram with the same code in all processes.
[[noreturn]] void run_on_ranks(RunRequest request, const RankJob& job);

}  // namespace wavesim
