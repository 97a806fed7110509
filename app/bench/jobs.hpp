// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "stencils/backend/machine.hpp"
#include "stencils/measure/sample_medium.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// Every combination of these is measured where the backend can run it.
struct BenchRequest {
    std::vector<std::string> stencils;  ///< names of the catalogue; 3D stencils are projected on 2D grids
    std::vector<const BackendEntry*> backends;
    std::vector<Extent> extents;
    std::vector<Precision> precisions;
    std::string tiles = "auto";  ///< auto: what each backend takes by itself; all; or a list with commas
};

/// One row to be measured: an empty box.
struct BenchJob {
    ProblemShape shape;
    const BackendEntry* backend = nullptr;
    std::string tile = {};  ///< one of backend->tiles; empty where it has none
    /// With a medium at every node; those of all jobs at once would not fit.
    Problem (*make_problem)(const ProblemShape& shape) = &any_sample_problem;
    std::int64_t steps = 0;  ///< of a sample; 0: as many as the clock needs
};

struct BenchJobs {
    std::vector<BenchJob> jobs;
    std::vector<std::string> left_out;  ///< one sentence per reason
    /// What is measured after that, given all rows.
    std::function<std::vector<BenchJob>(const std::vector<StepTiming>& rows)> then = {};
};

/// Why backends are skipped, collected so that one sentence can name all that share a reason.
class LeftOut {
  public:
    void add(const std::string& reason, const std::string& backend, const std::string& stencil);
    std::vector<std::string> sentences() const;

  private:
    std::map<std::string, std::map<std::string, std::set<std::string>>> stencils_;  ///< of a reason and a backend
};

BenchJobs make_jobs(const std::vector<BenchRequest>& requests, const Machine& machine);

/// Selects the jobs of a suite by stencils and tiles; an empty argument selects all. `tiles` as a list with commas.
/// Throws UsageError for what no job has, unless there are none.
BenchJobs only(BenchJobs made, const std::vector<std::string>& stencils, const std::string& tiles);

/// The backends that `text` names: `cpu`, a list with commas, `all`, or `auto` (every GPU backend where the machine has
/// a GPU, else the CPU). Throws UsageError for a name that does not exist.
std::vector<const BackendEntry*> bench_backends(const std::string& text, const Machine& machine);

/// Empty when the measurement fits what is free now, with so many bytes of host memory besides; else one sentence with
/// need and free.
std::string memory_fault(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine,
                         std::int64_t host_besides = 0);
/// Throws EnvironmentError (memory) that names need and free when the measurement does not fit.
void expect_bench_memory(const MeasureBytes& need, const Machine& machine);

/// Compiles the kernels of all jobs into the cache, on that many threads; returns how many there were. Compile errors
/// are reported when the job is measured.
int compile_kernels(const std::vector<BenchJob>& jobs, const BackendOptions& options, int threads);

}  // namespace wavesim
