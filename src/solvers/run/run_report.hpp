// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "solvers/scene/fault.hpp"
#include "stencils/backend/backend_facts.hpp"

namespace wavesim {

/// Result of a run for the final summary.
struct RunReport {
    std::int64_t steps_done = 0;    ///< steps with kept traces
    std::int64_t steps_run = 0;     ///< the same, including steps beyond the end of the traces
    std::int64_t steps_before = 0;  ///< steps of shots from an earlier run of the same survey; not in steps_done
    std::int64_t resumed_at = 0;    ///< step of the checkpoint from which the run continued; earlier steps are included
                                    ///< above
    bool stopped = false;           ///< by request
    bool resumable = false;         ///< stopped with a checkpoint, from which another run can continue
    bool unstable = false;          ///< ended by an UnstableRun
    double setup_s = 0;             ///< backend creation
    double first_step_s = 0;        ///< time of the first call, which advances one step
    BackendFacts facts;
    double step_loop_s = 0;  ///< advancing only
    double output_s = 0;     ///< recorder calls
    double health_s = 0;     ///< field checks
    double ctpn_s = 0;       ///< step_loop_s / (steps run x nodes)
    double peak_pa = 0;      ///< largest |pressure| recorded by a receiver; the same in equal runs
    std::string backend;
    std::string isa;
};

/// Adds the report of a shot of a survey to that of earlier shots; `nodes` is the number in one shot's grid.
void add_shot(RunReport& sum, const RunReport& shot, std::int64_t nodes);

/// An UnstableError of a run, with the report up to it.
class UnstableRun : public UnstableError {
  public:
    UnstableRun(const std::string& message, RunReport report) : UnstableError(message), report_(std::move(report)) {}
    const RunReport& report() const { return report_; }

  private:
    RunReport report_;
};

}  // namespace wavesim
