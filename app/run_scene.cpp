// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <atomic>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "app/comparison_text.hpp"
#include "app/disk_shortage.hpp"
#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/run.hpp"
#include "app/run_choices.hpp"
#include "app/run_summary.hpp"
#include "app/run_talk.hpp"
#include "app/stop_signal.hpp"
#include "io/result_folder.hpp"
#include "solvers/simulation.hpp"
#include "solvers/survey.hpp"
#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/stopwatch.hpp"

namespace wavesim {

namespace {

/// What the end summary says: cost, comparison with the exact solution where the scene asks for it, error budget.
std::string summary_of(const Plan& plan, const RunReport& report, const RunCost& cost,
                       const std::optional<Comparison>& comparison) {
    std::string text = cost_text(plan, report, cost);
    if (comparison) text += '\n' + comparison_text(*comparison);
    if (report.unstable) return text + "\nError budget: none, since the field grew without bound\n";
    if (report.growth.traces > 0) return text + "\nError budget: none, since the field is not stable\n";
    return text + '\n' + budget_text(error_budget(plan, report.steps_before + report.steps_done));
}

bool compares(const Plan& plan, const ResultWriter& writer) {
    return plan.scene.outputs.compare != ExactReference::none && !writer.samples().empty();
}

/// The comparison with the exact solution, handed to the writer; none when it was stopped.
std::optional<Comparison> compare(const Plan& plan, ResultWriter& writer, RunTalk& talk,
                                  const std::atomic<bool>& stop) {
    struct Stopped {};
    const Stopwatch comparing;
    double looked_s = 0;
    const auto look = [&](double fraction) {
        if (stop.load()) throw Stopped{};
        const double now_s = comparing.seconds();
        if (now_s - looked_s < 0.2) return;
        looked_s = now_s;
        talk.comparing({fraction, now_s});
    };
    Comparison comparison;
    try {
        comparison = compare_with_exact(plan, writer.samples(), look);
    } catch (const Stopped&) {
        return {};
    }
    ResultComparison stored{comparison.reference, comparison.exact, {}};
    for (const ReceiverComparison& row : comparison.receivers) stored.relative_error.push_back(row.relative_error);
    writer.compare_with(std::move(stored));
    return comparison;
}

void spent(RunCost& cost, const EnergyReading& before, const EnergyReading& after) {
    if (before.joules && after.joules)
        cost.joules = *after.joules - *before.joules;
    else
        cost.no_joules = after.why_not;
}

/// Progress of the whole survey: shots before this one took `before_s`, those after it take as long as this one.
Progress of_survey(Progress progress, double before_s) {
    const double shot_s = progress.elapsed_s + progress.eta_s;
    progress.elapsed_s += before_s;
    progress.eta_s += shot_s * static_cast<double>(progress.shots - progress.shot - 1);
    return progress;
}

/// Runs the shots of a survey one after the other, each with a plan of its own, which replaces `plan`; without a survey
/// the one run. What is done stands in `sum`, also when a shot fails.
void simulate_shots(const LoadedScene& loaded, const Machine& machine, PlanOptions options, Plan& plan,
                    ResultWriter& writer, RunTalk& talk, RunControl control, RunReport& sum) {
    const Stopwatch all;
    double before_s = 0;
    control.on_progress = [&](const Progress& progress) { talk.progress(of_survey(progress, before_s)); };
    const std::int64_t shots = shot_count(plan.scene);
    sum.steps_before = writer.shots_before() * plan.steps;
    sum.peak_pa = writer.peak_before_pa();
    sum.backend = plan.regions.at(0).backend;
    sum.isa = plan.regions.at(0).isa;
    for (std::int64_t shot = writer.shots_before(); shot < shots; ++shot) {
        before_s = all.seconds();
        if (shot > 0) {
            const double time_step_s = plan.time_step_s;
            plan.problem = {};  // makes room
            options.shot = shot;
            plan = plan_scene(loaded, machine, options);
            if (plan.time_step_s != time_step_s)
                throw std::logic_error("the shots of a survey have different time steps");
        }
        try {
            add_shot(sum, simulate(plan, writer, control), plan.grid.nodes());
        } catch (const UnstableRun& run) {
            add_shot(sum, run.report(), plan.grid.nodes());
            throw;
        }
        if (sum.stopped) return;
        if (plan.scene.survey) writer.end_shot();
    }
}

}  // namespace

void run_scene(const RunRequest& request) {
    outlive_readers();
    const Stopwatch total;
    RunCost cost;
    RunTalk talk(progress_style(request.progress));
    try {
        const LoadedScene loaded = load_scene(request.input);
        cost.read_s = total.seconds();

        const Stopwatch measuring;
        const RunChoices choices = choose_for_scene(request.input, loaded);
        const Machine machine = measured_machine(choices, loaded.scene, 0.2);
        cost.triad_bytes_per_s = machine.triad_bytes_per_s;
        cost.cache_bytes = machine.cache_bytes;
        cost.measure_s = measuring.seconds();
        forget_peak_memory();

        const Stopwatch planning;
        Plan plan = plan_scene(loaded, machine, choices.plan_options());
        cost.plan_s = planning.seconds();
        if (plan.memory.device > 0) cost.gpu = machine.gpu;

        const std::filesystem::path folder =
            request.output.empty() ? default_folder(request.input, plan.scene) : std::filesystem::path(request.output);
        if (const std::string shortage = disk_shortage(plan.disk_bytes, folder); !shortage.empty())
            throw EnvironmentError(EnvironmentError::Kind::io,
                                   shortage + "; choose another folder with --output or fewer outputs");
        ResultWriter writer(folder, plan, request.force);
        talk.start(plan, folder, writer.shots_before());

        const StopSignals signals;
        RunControl control;
        control.stop = &signals.requested();
        writer.stop_on(signals.requested());
        control.backend.threads = machine.threads;
        if (machine.gpu) control.backend.device = machine.gpu->index;

        const auto exit_code = [&](const RunReport& report, bool complete) {
            if (report.unstable) return static_cast<int>(ExitCode::unstable);
            return complete ? 0 : exit_code_of_signal(signals.signal());
        };
        const auto finish = [&](const RunReport& report, bool complete) {
            talk.end_progress();
            const Stopwatch writing;
            std::optional<Comparison> comparison;
            if (complete && compares(plan, writer)) {
                if (writer.keep(report, summary_of(plan, report, cost, {})))
                    comparison = compare(plan, writer, talk, signals.requested());
                complete = comparison.has_value();
                talk.end_progress();
            }
            const std::string summary = summary_of(plan, report, cost, comparison);
            std::int64_t peak_bytes = 0;
            std::string effort;
            complete = writer.finish(report, summary, complete, [&] {
                peak_bytes = peak_memory();
                effort = effort_text(plan, peak_bytes, total.seconds(), writing.seconds());
                return effort;
            });
            talk.end({plan, report, folder, writer.files(), summary, effort, total.seconds(), writing.seconds(),
                      peak_bytes, complete, exit_code(report, complete)});
            return complete;
        };
        const auto try_to_finish = [&](const RunReport& report, bool complete) {
            try {
                return finish(report, complete);
            } catch (const EnvironmentError& error) {
                throw EnvironmentError(error.kind(), fmt::format("{}; {}", error.what(), writer.give_up()));
            }
        };
        RunReport report;
        const EnergyReading before = cost.gpu ? read_energy(cost.gpu->index) : EnergyReading{};
        const auto end_of_energy = [&] {
            if (cost.gpu) spent(cost, before, read_energy(cost.gpu->index));
        };
        try {
            simulate_shots(loaded, machine, choices.plan_options(), plan, writer, talk, control, report);
            end_of_energy();
        } catch (const EnvironmentError& error) {
            throw EnvironmentError(error.kind(), fmt::format("{}; {}", error.what(), writer.give_up()));
        } catch (const UnstableError&) {
            end_of_energy();
            try_to_finish(report, false);
            throw;
        }
        const bool complete = try_to_finish(report, !report.stopped);
        if (!complete) throw EndProgram{exit_code(report, complete)};
    } catch (const EndProgram&) {
        throw;
    } catch (...) {
        talk.end_progress();
        const Failure failure = current_failure();
        if (talk.failed(failure)) throw EndProgram{static_cast<int>(failure.code)};
        throw;
    }
}

}  // namespace wavesim
