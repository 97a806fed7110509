// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "solvers/scene/fault.hpp"
#include "stencils/backend/backend_facts.hpp"

namespace wavesim {

/// What happened, for the end summary.
struct RunReport {
    std::int64_t steps_done = 0;    ///< whose traces are kept
    std::int64_t steps_run = 0;     ///< the same with those beyond the end of the traces
    std::int64_t steps_before = 0;  ///< of the shots that an earlier run of the same survey has left; not in steps_done
    std::int64_t resumed_at = 0;    ///< step of the checkpoint that the run went on from; those before count above
    bool stopped = false;           ///< by request
    bool resumable = false;         ///< stopped with a checkpoint, from which another run will go on
    bool unstable = false;          ///< an UnstableRun
    double setup_s = 0;             ///< backend creation
    double first_step_s = 0;        ///< of the first call that advances, one step
    BackendFacts facts;
    double step_loop_s = 0;  ///< advancing only
    double output_s = 0;     ///< recorder calls
    double health_s = 0;     ///< looking at the field
    double ctpn_s = 0;       ///< step_loop_s / (steps run x nodes)
    double peak_pa = 0;      ///< largest |pressure| that a receiver recorded: equal in equal runs
    std::string backend;
    std::string isa;
};

/// Adds what a shot of a survey took to what those before it did; `nodes` of one shot's grid.
void add_shot(RunReport& sum, const RunReport& shot, std::int64_t nodes);

/// An UnstableError of a run, with what it did until then.
class UnstableRun : public UnstableError {
  public:
    UnstableRun(const std::string& message, RunReport report) : UnstableError(message), report_(std::move(report)) {}
    const RunReport& report() const { return report_; }

  private:
    RunReport report_;
};

}  // namespace wavesim
