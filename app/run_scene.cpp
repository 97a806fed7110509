// SPDX-License-Identifier: MIT
#include "app/disk_shortage.hpp"
#include "app/errors.hpp"
#include "app/report_error.hpp"
#include "app/run.hpp"
#include "app/scene_run.hpp"

namespace wavesim {

namespace {

/// Reads the scene, measures the machine, plans. Throws what is wrong with any of them.
PreparedRun prepare(const RunRequest& request) {
    PreparedRun run;
    run.loaded = load_scene(request.input);
    run.cost.read_s = run.total.seconds();

    const Stopwatch measuring;
    run.choices = choose_for_scene(request.input, run.loaded);
    run.machine = measured_machine(run.choices, run.loaded.scene, 0.2);
    run.cost.triad_bytes_per_s = run.machine.triad.of(run.choices.precision);
    run.cost.cache_bytes = run.machine.cache_bytes;
    run.cost.measure_s = measuring.seconds();
    forget_peak_memory();

    const Stopwatch planning;
    run.plan = plan_scene(run.loaded, run.machine, run.choices.plan_options());
    run.cost.plan_s = planning.seconds();
    if (run.plan.forecast.memory.device > 0) run.cost.gpu = run.machine.gpu;

    run.folder =
        request.output.empty() ? default_folder(request.input, run.plan.scene) : std::filesystem::path(request.output);
    if (const std::string shortage = disk_shortage(run.plan.forecast.disk_bytes, run.folder); !shortage.empty())
        throw EnvironmentError(EnvironmentError::Kind::io,
                               shortage + "; choose another folder with --output or fewer outputs");
    return run;
}

}  // namespace

void run_scene(const RunRequest& request) {
    outlive_readers();
    RunTalk talk(progress_style(request.progress));
    try {
        PreparedRun prepared = prepare(request);
        SceneRun(prepared, request.force, talk).run();
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
