// SPDX-License-Identifier: MIT
#pragma once
#include "app/checkpointing.hpp"
#include "app/run_talk.hpp"
#include "io/result/result_folder.hpp"
#include "io/scene/reader.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/run/simulation.hpp"

namespace wavesim {

/// Makes the plan of a shot in the place of that of another one.
void plan_shot(std::int64_t shot, const LoadedScene& loaded, const Machine& machine, PlanOptions options, Plan& plan);

/// Progress of the whole survey: shots before this one took `before_s`, the `left` ones after it take as long as it
/// does.
Progress of_survey(Progress progress, double before_s, std::int64_t left);

/// The shots of a survey, one after the other, each with a plan of its own; without a survey the one run.
class ShotSeries {
  public:
    /// `plan`, that of the first shot, is replaced by that of each other one. All arguments must outlive the series.
    ShotSeries(const LoadedScene& loaded, const Machine& machine, const PlanOptions& options, Plan& plan,
               ResultWriter& writer, RunTalk& talk);

    /// Runs the shots that are left, until it is asked to stop. Throws what simulate() throws, and EnvironmentError
    /// (io) for a checkpoint that does not fit.
    void run(RunControl control, Checkpointing& checkpointing);
    /// What is done so far, also when a shot failed.
    const RunReport& report() const { return report_; }

  private:
    void plan_shot(std::int64_t shot) { wavesim::plan_shot(shot, loaded_, machine_, options_, plan_); }
    void run_shot(const RunControl& control);

    const LoadedScene& loaded_;
    const Machine& machine_;
    PlanOptions options_;
    Plan& plan_;
    ResultWriter& writer_;
    RunTalk& talk_;
    RunReport report_;
};

}  // namespace wavesim
