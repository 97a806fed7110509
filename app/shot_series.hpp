// SPDX-License-Identifier: MIT
#pragma once
#include "app/checkpointing.hpp"
#include "app/run_console.hpp"
#include "io/result/result_folder.hpp"
#include "io/scene/reader.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/run/simulation.hpp"

namespace wavesim {

/// Replaces the plan by that of another shot.
void plan_shot(std::int64_t shot, const LoadedScene& loaded, const Machine& machine, PlanOptions options, Plan& plan);

/// Progress of the complete survey. The shots before this one took `before_s`. Each of the `left` shots after it is
/// assumed to take as long as this one.
Progress of_survey(Progress progress, double before_s, std::int64_t left);

/// The shots of a survey one after the other, each with its own plan; without a survey the single run.
class ShotSeries {
  public:
    /// `plan` is that of the first shot; the plan of each later shot replaces it. All arguments must outlive the
    /// series.
    ShotSeries(const LoadedScene& loaded, const Machine& machine, const PlanOptions& options, Plan& plan,
               ResultWriter& writer, RunConsole& console);

    /// Runs the remaining shots until it is asked to stop. Throws what simulate() throws, and EnvironmentError (io) for
    /// a checkpoint that does not fit.
    void run(RunControl control, Checkpointing& checkpointing);
    /// The part done so far; valid also after a shot failed.
    const RunReport& report() const { return report_; }

  private:
    void plan_shot(std::int64_t shot) { wavesim::plan_shot(shot, loaded_, machine_, options_, plan_); }
    void run_shot(const RunControl& control);

    const LoadedScene& loaded_;
    const Machine& machine_;
    PlanOptions options_;
    Plan& plan_;
    ResultWriter& writer_;
    RunConsole& console_;
    RunReport report_;
};

}  // namespace wavesim
