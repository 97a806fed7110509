// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "app/bench/jobs.hpp"

namespace wavesim {

/// The strategies of Sai et al., "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs": the
/// backends `semi.*`, together with the plane sweeps and the CPU. They run with 25 points and with the 73 points of
/// k73. Grids are 900^3 and 850^3 nodes or `size`, each as inner region alone and as complete grid with absorbing
/// layers. First every block size runs over 50 steps, then the best one of each strategy over 1000.
BenchJobs semi_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                    const std::optional<Extent>& size, const Machine& machine);

}  // namespace wavesim
