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

/// A benchmark request. Every combination of these is measured if the backend can run it.
struct BenchRequest {
    std::vector<std::string> stencils;  ///< names of the catalogue; 3D stencils are projected on 2D grids
    std::vector<const BackendEntry*> backends;
    std::vector<Extent> extents;
    std::vector<Precision> precisions;
    std::string tiles = "auto";  ///< auto: the default of each backend; all; or a list with commas
};

/// One row to be measured: an empty box.
struct BenchJob {
    ProblemShape shape;
    const BackendEntry* backend = nullptr;
    std::string tile = {};  ///< one of backend->tiles; empty if there are none
    /// Makes the problem with a medium at every node. It is made for each job alone, since those of all jobs would not
    /// fit into memory.
    Problem (*make_problem)(const ProblemShape& shape) = &any_sample_problem;
    std::int64_t steps = 0;  ///< steps of a sample; 0: as many as the resolution of the clock needs
};

struct BenchJobs {
    std::vector<BenchJob> jobs;
    std::vector<std::string> left_out;  ///< skipped jobs, one sentence per reason
    /// Jobs to be measured afterwards, given all rows.
    std::function<std::vector<BenchJob>(const std::vector<StepTiming>& rows)> then = {};
};

/// Collects reasons why backends are skipped, so that one sentence names all backends with the same reason.
class LeftOut {
  public:
    void add(const std::string& reason, const std::string& backend, const std::string& stencil);
    std::vector<std::string> sentences() const;

  private:
    std::map<std::string, std::map<std::string, std::set<std::string>>> stencils_;  ///< by reason and backend
};

/// A box with rigid sides and a stencil of the catalogue, in 2D where it has one node along y.
ProblemShape empty_box(const std::string& name, const Extent& extent, Precision precision);

BenchJobs make_jobs(const std::vector<BenchRequest>& requests, const Machine& machine);

/// Selects the jobs of a suite by stencils and tiles (a list with commas); an empty argument selects all. Throws
/// UsageError for a name that no job has, unless there are no jobs.
BenchJobs only(BenchJobs made, const std::vector<std::string>& stencils, const std::string& tiles);

/// The backends that `text` names: `cpu`, a list with commas, `all`, or `auto` (every GPU backend if the machine has a
/// GPU, else the CPU). Throws UsageError for a name that does not exist.
std::vector<const BackendEntry*> bench_backends(const std::string& text, const Machine& machine);

/// Empty if the measurement fits into the free memory together with `host_besides` bytes; else one sentence with the
/// needed and the free memory.
std::string memory_fault(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine,
                         std::int64_t host_besides = 0);
/// Throws EnvironmentError (memory) with the needed and the free memory if the measurement does not fit.
void expect_bench_memory(const MeasureBytes& need, const Machine& machine);

/// Compiles the kernels of all jobs into the cache with `threads` threads; returns their number. A compile error is
/// reported when its job is measured.
int compile_kernels(const std::vector<BenchJob>& jobs, const BackendOptions& options, int threads);

}  // namespace wavesim
