// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "solvers/fault.hpp"
#include "solvers/late_growth.hpp"
#include "solvers/plan.hpp"
#include "stencils/backend.hpp"

namespace wavesim {

/// Receives what a run produces, in order of time. Formats live in `io/`.
class Recorder {
  public:
    virtual ~Recorder() = default;
    /// Samples of `steps` consecutive steps from `first_step` on; `values` is (step, receiver).
    virtual void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) = 0;
    /// One snapshot u^step of plan.snapshots->box, x fastest.
    virtual void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) = 0;
};

struct Progress {
    std::int64_t step = 0;
    std::int64_t steps = 0;
    double elapsed_s = 0;  ///< of the step loop
    double eta_s = 0;
    double nodes_per_s = 0;
    double peak_pa = 0;  ///< max |u| of the looks at the whole field so far, whose steps depend on the clock
    std::int64_t shot = 0;
    std::int64_t shots = 1;  ///< of the survey
};

/// What happened, for the end summary.
struct RunReport {
    std::int64_t steps_done = 0;
    std::int64_t steps_before = 0;  ///< of the shots that an earlier run of the same survey has left; not in steps_done
    bool stopped = false;           ///< by request
    bool unstable = false;          ///< ended by an UnstableRun
    double setup_s = 0;             ///< backend creation
    double first_step_s = 0;        ///< of the first call that advances, one step
    BackendFacts facts;
    double step_loop_s = 0;  ///< advancing only
    double output_s = 0;     ///< recorder calls
    double health_s = 0;     ///< looking at the field
    double ctpn_s = 0;       ///< step_loop_s / (steps x nodes)
    double peak_pa = 0;      ///< largest |pressure| that a receiver recorded: equal in equal runs
    LateGrowth growth;
    std::string backend;
    std::string isa;
};

/// An UnstableError of a run, with what it did until then.
class UnstableRun : public UnstableError {
  public:
    UnstableRun(const std::string& message, RunReport report) : UnstableError(message), report_(std::move(report)) {}
    const RunReport& report() const { return report_; }

  private:
    RunReport report_;
};

/// Bytes of trace samples between two recorder calls, at most (one step may have more).
inline constexpr std::int64_t most_chunk_bytes = 8 << 20;

struct RunControl {
    const std::atomic<bool>* stop = nullptr;           ///< ask to stop at the next report interval
    std::function<void(const Progress&)> on_progress;  ///< about every 0.2 s
    BackendOptions backend;
    double report_interval_s = 0.2;  ///< 0: after every step (for tests)
};

/// Adds what a shot of a survey took to what those before it did; `nodes` of one shot's grid.
void add_shot(RunReport& sum, const RunReport& shot, std::int64_t nodes);

/// Advances time: the only place where it does. Throws UnstableRun that names the step, the node and the
/// likely cause when the field stops being finite or grows beyond bounds; what was recorded stays recorded.
RunReport simulate(const Plan& plan, Recorder& recorder, const RunControl& control);

}  // namespace wavesim
