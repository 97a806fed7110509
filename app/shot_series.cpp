// SPDX-License-Identifier: MIT
#include "app/shot_series.hpp"

#include <stdexcept>
#include <string>

#include "app/scene_input.hpp"
#include "app/shot_word.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

Progress of_survey(Progress progress, double before_s, std::int64_t left) {
    const double shot_s = progress.elapsed_s + progress.eta_s;
    progress.elapsed_s += before_s;
    progress.eta_s += shot_s * static_cast<double>(left);
    return progress;
}

void plan_shot(std::int64_t shot, const LoadedScene& loaded, const Machine& machine, PlanOptions options, Plan& plan) {
    const double time_step_s = plan.decision.time_step_s;
    plan.problem = {};  // frees its memory
    options.shot = shot;
    plan = plan_scene(loaded, draft_scene(loaded, options), machine, options);
    if (plan.decision.time_step_s != time_step_s)
        throw std::logic_error("the shots of a survey have different time steps");
}

ShotSeries::ShotSeries(const LoadedScene& loaded, const Machine& machine, const PlanOptions& options, Plan& plan,
                       ResultWriter& writer, RunConsole& console)
    : loaded_(loaded), machine_(machine), options_(options), plan_(plan), writer_(writer), console_(console) {
    report_.steps_before = writer.shots_before() * plan.decision.steps;
    report_.peak_pa = writer.peak_before_pa();
    report_.backend = plan.decision.backend;
    report_.isa = plan.decision.regions.at(0).isa;
}

void ShotSeries::run(RunControl control, Checkpointing& checkpointing) {
    const Stopwatch all;
    double before_s = 0;
    const std::int64_t shots = shot_count(plan_.scene);
    std::int64_t left = shots - writer_.shots_before();
    control.on_progress = [&](Progress progress) {
        progress.shot_word = shot_word(plan_.scene);
        console_.progress(of_survey(progress, before_s, left));
    };
    while (left-- > 0) {
        before_s = all.seconds();
        if (writer_.shot() != plan_.decision.shot) plan_shot(writer_.shot());
        control.states = checkpointing.states(plan_);
        run_shot(control);
        if (report_.stopped) return;
        if (plan_.scene.survey) writer_.end_shot();
    }
    // The result holds the plan of the last shot, which an earlier run may have computed.
    if (plan_.decision.shot != shots - 1) plan_shot(shots - 1);
}

void ShotSeries::run_shot(const RunControl& control) {
    const auto add = [this](const RunReport& shot) { add_shot(report_, shot, plan_.grid().nodes()); };
    try {
        add(simulate(plan_, writer_, control));
    } catch (const UnstableRun& run) {
        add(run.report());
        throw;
    } catch (const StateError& error) {
        throw EnvironmentError(EnvironmentError::Kind::io, std::string("this run cannot go on from the checkpoint (") +
                                                               error.what() +
                                                               "); --force throws it away and computes all again");
    }
}

}  // namespace wavesim
