// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <optional>

#include "app/comparison_text.hpp"
#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/run.hpp"
#include "app/run_summary.hpp"
#include "app/run_talk.hpp"
#include "app/stop_signal.hpp"
#include "io/result_folder.hpp"
#include "solvers/simulation.hpp"
#include "stencils/cuda/cuda_backends.hpp"

namespace wavesim {

namespace {

class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::filesystem::path folder_of(const RunRequest& request, const Scene& scene) {
    if (!request.output.empty()) return request.output;
    const std::string stem = std::filesystem::path(request.input.file).stem().string();
    return std::filesystem::path("results") / slug_of(scene.name.empty() ? stem : scene.name);
}

/// What the end summary says: cost, comparison with the exact solution where the scene asks for it, error budget.
std::string summary_of(const Plan& plan, const RunReport& report, const RunCost& cost,
                       const std::optional<Comparison>& comparison) {
    std::string text = cost_text(plan, report, cost);
    if (comparison) text += '\n' + comparison_text(*comparison);
    return text + '\n' + budget_text(error_budget(plan));
}

std::optional<Comparison> compare(const Plan& plan, ResultWriter& writer) {
    if (plan.scene.outputs.compare == ExactReference::none || writer.samples().empty()) return {};
    const Comparison comparison = compare_with_exact(plan, writer.samples());
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

/// Steps that reached the recorder, where the solver could not say.
std::int64_t recorded_steps(const Plan& plan, const ResultWriter& writer) {
    const std::size_t receivers = plan.scene.receivers.size();
    return receivers == 0 ? 0 : static_cast<std::int64_t>(writer.samples().size() / receivers);
}

}  // namespace

void run_scene(const RunRequest& request) {
    const Stopwatch total;
    RunCost cost;
    RunTalk talk(progress_style(request.progress));
    try {
        const LoadedScene loaded = load_scene(request.input);
        cost.read_s = total.seconds();

        const Stopwatch measuring;
        const Machine machine = measured_machine(request.input, loaded.scene, 0.2);
        cost.triad_bytes_per_s = machine.triad_bytes_per_s;
        cost.cache_bytes = machine.cache_bytes;
        cost.measure_s = measuring.seconds();
        forget_peak_memory();

        const Stopwatch planning;
        const Plan plan = plan_scene(loaded, machine, request.input.plan_options());
        cost.plan_s = planning.seconds();
        if (plan.memory.device > 0) cost.gpu = machine.gpu;

        const std::filesystem::path folder = folder_of(request, plan.scene);
        ResultWriter writer(folder, plan, request.force);
        talk.start(plan, folder);

        const StopSignals signals;
        RunControl control;
        control.stop = &signals.requested();
        control.on_progress = [&talk](const Progress& progress) { talk.progress(progress); };
        control.backend.threads = machine.threads;
        if (machine.gpu) control.backend.device = machine.gpu->index;

        const auto finish = [&](const RunReport& report, bool complete) {
            talk.end_progress();
            const Stopwatch writing;
            const std::optional<Comparison> comparison = complete ? compare(plan, writer) : std::nullopt;
            const std::string summary = summary_of(plan, report, cost, comparison);
            std::int64_t peak_bytes = 0;
            std::string effort;
            writer.finish(report, summary, complete, [&] {
                peak_bytes = peak_memory();
                effort = effort_text(plan, peak_bytes, total.seconds(), writing.seconds());
                return effort;
            });
            talk.end({plan, report, folder, writer.files(), summary, effort, total.seconds(), writing.seconds(),
                      peak_bytes, complete});
        };
        RunReport report;
        const EnergyReading before = cost.gpu ? read_energy(cost.gpu->index) : EnergyReading{};
        try {
            report = simulate(plan, writer, control);
            if (cost.gpu) spent(cost, before, read_energy(cost.gpu->index));
        } catch (const UnstableError&) {
            report.steps_done = recorded_steps(plan, writer);
            report.backend = plan.regions.at(0).backend;
            report.isa = plan.regions.at(0).isa;
            finish(report, false);
            throw;
        }
        finish(report, !report.stopped);
        if (report.stopped) throw EndProgram{exit_code_of_signal(signals.signal())};
    } catch (const std::exception& error) {
        talk.end_progress();
        talk.failed(error.what());
        throw;
    }
}

}  // namespace wavesim
