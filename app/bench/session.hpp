// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/jobs.hpp"
#include "app/bench/report.hpp"
#include "app/run_choices.hpp"
#include "app/scene_input.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// Arguments of `wavesim bench` for stencil programs.
struct ProgramArguments {
    std::vector<std::string> files;
    std::string blocking;     ///< --blocking: blocking configuration
    std::string sweep;        ///< --sweep: empty or bT
    std::string kernel_file;  ///< --kernel
    std::string graph_file;   ///< --graph: equations as text
    std::string schedule;     ///< --schedule: how a GPU computes them; empty: several are compared
    int iterations = 0;       ///< 0: the number that each program states
    int tries = 48;           ///< number of configurations that are measured
};

/// Arguments of `wavesim bench`.
struct BenchArguments {
    SceneInput input;
    std::vector<std::string> stencils;
    std::string family;
    std::string suite;
    std::string size = "512";
    std::string tiles;  ///< as in BenchRequest; empty: the tiles of the request
    std::string isa;
    ProgramArguments programs;
    std::string output;  ///< file in which rows are kept and from which a run resumes
    std::string json_file;
    std::string csv_file;
    std::string markdown_file;
    std::string plot_file;
    int repeats = 5;
    bool all = false;
    bool own_size = false;         ///< --size was given
    bool both_precisions = false;  ///< a suite without --precision
    bool forms = false;            ///< list the backends and measure nothing
    bool energy = false;
    bool counters = false;
    bool json = false;  ///< print JSON to standard output, and nothing else there
};

/// Measures the jobs, prints every row at once, keeps it, and writes the reports at the end.
class BenchSession {
  public:
    BenchSession(const BenchArguments& arguments, const Machine& machine);
    /// In the backend that a run takes.
    void run_scene(const LoadedScene& loaded, const RunChoices& choices);
    /// Throws EnvironmentError (device) if there is nothing to measure, (memory) if something does not fit.
    void run_jobs(const BenchJobs& made);
    const BenchReport& report() const { return report_; }

  private:
    bool has(const BenchJob& job) const;
    void run_job(const BenchJob& job);
    /// The problem of a job. It is kept for the next job, which often has the same.
    const Problem& problem_of(const BenchJob& job);
    /// Prints to standard error which part of a measurement is next, for grids where each part takes seconds.
    StageNotice notice(const Extent& extent) const;
    /// Adds error and energy to a row.
    void complete(StepTiming& row, const Problem& problem, const BackendEntry& backend,
                  const BackendOptions& options) const;
    /// Prints text for people: to standard output, or to standard error if standard output is for JSON.
    void say(const std::string& text) const;
    void show(const StepTiming& row) const;
    /// Adds counters to a row, if requested. `what`: options of the call of this program that ncu runs.
    void count(StepTiming& row, std::vector<std::string> what) const;
    void keep() const;
    /// Compiles the kernels of the jobs and prints how long it took.
    void compile(const std::vector<BenchJob>& jobs) const;
    void tell_energy() const;
    void write_reports() const;

    const BenchArguments& arguments_;
    Machine machine_;
    BackendOptions options_;
    BenchReport report_;
    std::optional<BenchJob> made_for_;
    std::optional<Problem> made_;
};

}  // namespace wavesim
