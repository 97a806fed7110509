// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/jobs.hpp"

namespace wavesim {

/// The rows of `--suite tti`: both forms on every backend that can run them, without and with layers. Layers have 20
/// cells on all sides, which count as nodes. k73 also runs with a sponge of 20 cells. Grids: 600^3, and 900^3 with
/// layers, as in "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs" (Sai et al.); on a CPU
/// 256^3; `size` replaces them. Cases that do not fit into memory are skipped, and a sentence names them.
BenchJobs tti_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                   const std::optional<Extent>& size, const Machine& machine);

}  // namespace wavesim
