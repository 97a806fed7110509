// SPDX-License-Identifier: MIT
#include "app/run_scene.hpp"

#include <fmt/core.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "app/chosen_numbers.hpp"
#include "app/disk_shortage.hpp"
#include "app/errors.hpp"
#include "app/refinement.hpp"
#include "app/report_error.hpp"
#include "app/shared_shots.hpp"
#include "io/atomic_file.hpp"
#include "io/result/resumed_shots.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/survey.hpp"
#include "stencils/backend/isa.hpp"

namespace wavesim {

namespace {

/// The program that computed the partial result in the folder, if the same program must continue it.
std::optional<Program> program_in_folder(const PreparedRun& run, Takeover takeover) {
    if (takeover != Takeover::same_program) return {};
    const Scene& scene = run.loaded.scene;
    if (inspect_folder(run.folder, scene.hash) != FolderState::same_scene_incomplete) return {};
    if (auto newest = newest_origin(run.folder, scene.hash)) return newest->program;
    return scene.survey ? program_of_shots(run.folder, scene) : std::nullopt;
}

/// A continued run uses the backend of the existing part, unless another is requested.
void go_on_as_before(PreparedRun& run, const std::optional<Program>& before) {
    if (!before || run.choices.backend != "auto") return;
    run.choices.backend = before->backend;
    run.choices.origin += run.choices.origin.empty() ? "backend as before" : ", backend as before";
}

std::string available_isa(const std::string& name) {
    try {
        return to_string(cpu::choose_isa(name));
    } catch (const std::invalid_argument&) {
        throw UsageError(
            fmt::format("--isa {}: this machine runs {} at most", name, to_string(cpu::available_isas().back())));
    }
}

/// The requested instruction set, else the best (empty). If the best gives other bits than that of the existing part,
/// the latter is used if this machine has it.
std::string isa_for(const RunRequest& request, const std::optional<Program>& before) {
    if (!request.isa.empty()) return available_isa(request.isa);
    const std::vector<cpu::Isa> available = cpu::available_isas();
    if (!before || cpu::same_bits(before->isa, to_string(available.back()))) return {};
    for (const cpu::Isa isa : available)
        if (to_string(isa) == before->isa) return before->isa;
    return {};
}

std::vector<std::int64_t> chosen_shots(const std::string& numbers, const Scene& scene) {
    const std::vector<std::size_t> chosen =
        chosen_numbers(numbers, static_cast<std::size_t>(shot_count(scene)), "--shots");
    return {chosen.begin(), chosen.end()};
}

void expect_disk(const PlanOutline& plan, const std::filesystem::path& folder) {
    const std::string shortage = disk_shortage(plan.forecast.disk_bytes, folder);
    if (shortage.empty()) return;
    note_full_disk();
    throw EnvironmentError(EnvironmentError::Kind::io,
                           shortage + "; choose another folder with --output or fewer outputs");
}

}  // namespace

PreparedRun prepare_run(const RunRequest& request, const MachineSource& machine) {
    PreparedRun run;
    run.checkpoints = checkpoint_request(request.checkpoint_every, request.time_limit);
    run.loaded = load_scene(request.input);
    run.cost.read_s = run.total.seconds();
    const bool shared = !request.shots.empty();
    if (shared && !run.loaded.scene.survey) throw UsageError("--shots is for surveys, and the scene has no survey");
    if (shared) chosen_shots(request.shots, run.loaded.scene);  // reports wrong numbers before anything is measured
    run.folder = request.output.empty() ? default_folder(request.input, run.loaded.scene,
                                                         shared ? ArrayTasks::together : ArrayTasks::apart)
                                        : std::filesystem::path(request.output);
    if (!shared)
        expect_claimable(run.folder, run.loaded.scene.name, run.loaded.scene.hash,
                         request.takeover == Takeover::nothing);

    const Stopwatch measuring;
    run.choices = choose_for_scene(request.input, run.loaded);
    if (!run.checkpoints.every) run.checkpoints.every = run.loaded.scene.run.checkpoint;
    run.loaded.scene.run.checkpoint = run.checkpoints.in_scene();
    const std::optional<Program> before = program_in_folder(run, request.takeover);
    go_on_as_before(run, before);
    const PlanOptions options = run.choices.plan_options();
    PlanDraft draft = draft_scene(run.loaded, options);
    run.cost.draft_peak_bytes = peak_memory();
    run.machine = machine(run.choices, draft);
    if (const std::string isa = isa_for(request, before); !isa.empty()) run.machine.isa = isa;
    run.cost.triad_bytes_per_s = run.machine.triad.of(run.choices.precision);
    run.cost.cache_bytes = run.machine.cache_bytes;
    run.cost.measure_s = measuring.seconds();
    forget_peak_memory();

    const Stopwatch planning;
    expect_to_fit(draft, run.machine, options);
    expect_disk(draft.plan, run.folder);  // before any memory is allocated
    run.plan = plan_scene(run.loaded, std::move(draft), run.machine, options);
    expect_disk(run.plan, run.folder);
    run.cost.plan_s = planning.seconds();
    if (run.plan.forecast.memory.device > 0) {
        run.cost.gpu = run.machine.gpu;
        run.cost.other_gpus = run.machine.other_gpus;
    }
    return run;
}

namespace {

PreparedRun prepare_at(const RunPlace& place, const RunRequest& request) {
    PreparedRun prepared = prepare_run(request, place.machine);
    if (place.accept) place.accept(prepared);
    prepared.open = place.open;
    prepared.lost_after_s = request.lost_after_s;
    return prepared;
}

std::vector<ResponseNumbers> run_whole(PreparedRun& prepared, Takeover takeover, RunConsole& console) {
    SceneRun run(prepared, takeover, console);
    run.run();
    return run.numbers();
}

/// Runs a scene, then the same scene on a finer grid, and reports the difference. Both folders are checked first.
void run_twice(const RunRequest& request, const RunPlace& place, PreparedRun coarse, RunConsole& console) {
    if (!coarse.plan.scene.outputs.metrics)
        throw UsageError(
            "--refine compares room acoustic numbers, and the scene asks for none: write outputs.metrics: true, or add "
            "--set outputs.metrics=true");
    const RunRequest finer = refined(request, coarse);
    const Scene scene = load_scene(finer.input).scene;
    expect_claimable(finer.output, scene.name, scene.hash, finer.takeover == Takeover::nothing);
    const std::vector<ResponseNumbers> before = run_whole(coarse, request.takeover, console);
    coarse.plan.problem = {};  // frees its memory
    PreparedRun fine = prepare_at(place, finer);
    console.refinement(before, run_whole(fine, finer.takeover, console));
}

}  // namespace

void run_scene(const RunRequest& request) {
    run_scene(request, {.machine = [](const RunChoices& choices, PlanDraft& draft) {
                  return measured_machine(choices, draft, 0.2);
              }});
}

void run_scene(const RunRequest& request, const RunPlace& place) {
    outlive_readers();
    RunConsole console(progress_style(request.progress));
    try {
        PreparedRun prepared = prepare_at(place, request);
        if (!request.shots.empty())
            return run_shared_shots(prepared, chosen_shots(request.shots, prepared.loaded.scene), request.takeover,
                                    console);
        if (request.refine) return run_twice(request, place, std::move(prepared), console);
        SceneRun(prepared, request.takeover, console).run();
    } catch (const EndProgram&) {
        throw;
    } catch (...) {
        console.end_progress();
        const Failure failure = current_failure();
        if (console.failed(failure)) throw EndProgram{static_cast<int>(failure.code)};
        throw;
    }
}

}  // namespace wavesim
