// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "app/bench/jobs.hpp"

namespace wavesim {

/// The strategies of Sai et al., "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs": the
/// backends `semi.*`, beside the plane sweeps and the CPU. With 25 points and with the 73 of k73. On 900^3 and 850^3
/// nodes or on `size`, the inner region alone and the whole grid with absorbing layers. Every block over 50 steps, then
/// the best of each over 1000.
BenchJobs semi_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                    const std::optional<Extent>& size, const Machine& machine);

}  // namespace wavesim
