// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/machine.hpp"
#include "stencils/measure/measure.hpp"

namespace wavesim {

/// Every combination of these is measured where the backend can run it.
struct BenchRequest {
    std::vector<std::string> stencils;  ///< names of the catalogue; 3D stencils are projected on 2D grids
    std::vector<const BackendEntry*> backends;
    std::vector<Extent> extents;
    std::vector<Precision> precisions;
};

/// One row to be measured: an empty box of rigid walls.
struct BenchJob {
    StencilProblem problem;
    const BackendEntry* backend = nullptr;
};

struct BenchJobs {
    std::vector<BenchJob> jobs;
    std::vector<std::string> left_out;  ///< one sentence per backend and reason
};

BenchJobs make_jobs(const std::vector<BenchRequest>& requests);

/// The backends that `text` names: `cpu`, a list with commas, `all`, or `auto` (every GPU backend where the machine has
/// a GPU, else the CPU). Throws UsageError for a name that does not exist.
std::vector<const BackendEntry*> bench_backends(const std::string& text, const Machine& machine);

/// The requests of `--suite large-stencils` (the three families, 20 stencils each, on the two grids of "Large stencil
/// operations for finite-difference room acoustics", section 3.2) or `placement` (7 points on 128^3, 256^3 and 512^3 by
/// the placements of a 2.5D kernel).
std::vector<BenchRequest> suite_requests(const std::string& suite, const std::vector<const BackendEntry*>& backends,
                                         const std::vector<Precision>& precisions);

/// Throws EnvironmentError (memory) that names need and free when the measurement does not fit.
void expect_bench_memory(const MeasureBytes& need, const Machine& machine);

/// Compiles the kernels of all jobs into the cache, on that many threads; returns how many there were. What fails to
/// compile says so when it is measured.
int compile_kernels(const std::vector<BenchJob>& jobs, const BackendOptions& options, int threads);

}  // namespace wavesim
