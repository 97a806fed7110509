// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>

#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/study/collect.hpp"
#include "app/study/local_run.hpp"
#include "app/study/reports.hpp"
#include "app/study/slurm_run.hpp"
#include "app/study/worker.hpp"

namespace wavesim {

namespace {

void add_local_options(CLI::App& command, LocalRun& request) {
    add_study_input(command, request.input);
    command.add_option("--at-once", request.at_once, "cases at a time (default: by cores, memory and GPUs)")
        ->type_name("N")
        ->check(CLI::Range(1, 4096));
    command.add_option("--threads", request.threads, "CPU threads of a case (default: the cores shared out)")
        ->type_name("N")
        ->check(CLI::Range(1, 4096));
    command.add_option("--cases-per-gpu", request.cases_per_gpu, "cases that share a GPU")
        ->type_name("N")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command.add_option("--checkpoint-every", request.checkpoint_every, "as of `wavesim run`, for each case")
        ->type_name("TIME|STEPS");
    command
        .add_option("--time-limit", request.time_limit,
                    "end before this time is over (3h50m), cases with checkpoints; job: before the job of Slurm ends")
        ->type_name("TIME|job");
    std::vector<std::string> styles = words_of<ProgressStyle>();
    styles.insert(styles.begin(), "auto");
    add_choice(command
                   .add_option("--progress", request.progress,
                               "auto: a table on a terminal, plain lines elsewhere; json: one object a line")
                   ->default_str("auto"),
               styles);
}

void run_and_end(const LocalRun& request) {
    if (const int code = run_locally(request); code != 0) throw EndProgram{code};
}

void add_run(CLI::App& study) {
    auto request = std::make_shared<LocalRun>();
    CLI::App* command = study.add_subcommand("run", "compute the cases that are missing, stopped or failed");
    add_local_options(*command, *request);
    request->wanted = {CaseState::missing, CaseState::stopped, CaseState::failed};
    auto profile = std::make_shared<std::string>();
    command->add_option("--slurm", *profile, "send the cases to Slurm as a job array, by this profile of the cluster")
        ->type_name("FILE");
    command->footer(
        "A case that fails stops no other. Complete cases are never computed again.\n"
        "With --cases several processes may share the folder: each case is computed once.\n"
        "The exit code is 0 when all cases are complete, else that of the first failed case.\n"
        "\n"
        "Examples:\n"
        "  wavesim study run configs/studies/room.yaml\n"
        "  wavesim study run study.yaml --at-once 4 --output results/study\n"
        "  wavesim study run study.yaml --slurm configs/clusters/cpu.yaml\n"
        "  wavesim study run study.yaml --cases $SLURM_ARRAY_TASK_ID --time-limit job");
    command->callback([request, profile] {
        if (!profile->empty()) return run_on_slurm({request->input, *profile, request->wanted});
        run_and_end(*request);
    });
}

void add_retry(CLI::App& study) {
    auto request = std::make_shared<LocalRun>();
    auto stale = std::make_shared<bool>(false);
    CLI::App* command = study.add_subcommand("retry", "compute the failed cases again, and no others");
    add_local_options(*command, *request);
    command->add_flag("--stale", *stale, "those that another version of wavesim computed, too");
    command->callback([request, stale] {
        request->wanted = {CaseState::failed};
        if (*stale) request->wanted.push_back(CaseState::stale);
        run_and_end(*request);
    });
}

using Report = void (*)(const StudyInput&, bool);

void add_report(CLI::App& study, const char* name, const char* description, Report report) {
    auto input = std::make_shared<StudyInput>();
    auto json = std::make_shared<bool>(false);
    CLI::App* command = study.add_subcommand(name, description);
    add_study_input(*command, *input);
    add_json_flag(*command, *json);
    command->callback([input, json, report] { report(*input, *json); });
}

void add_worker(CLI::App& study) {
    auto settings = std::make_shared<WorkerSettings>();
    CLI::App* command = study.add_subcommand("worker", "computes cases for `study run`")->group("");
    command->add_option("SCENE", settings->scene)->required();
    command->add_option("--data", settings->data)->allow_extra_args(false);
    command->add_option("--threads", settings->threads);
    command->add_option("--checkpoint-every", settings->checkpoint_every);
    command->add_option("--time-limit", settings->time_limit);
    command->callback([settings] { work_on_cases(*settings); });
}

}  // namespace

void add_study_command(CLI::App& app) {
    CLI::App* study = app.add_subcommand("study", "many cases of one scene, and their results");
    study->require_subcommand(1);
    add_report(*study, "plan", "show the cases and what they would cost; runs nothing", report_study_plan);
    add_run(*study);
    add_report(*study, "status", "show which cases are complete, running, failed, missing or stale",
               report_study_status);
    add_retry(*study);
    add_report(*study, "collect", "gather what the study asks for in collected.h5 and collected.csv", collect);
    add_worker(*study);
    study->footer(
        "A study file names a base scene and what varies in it; docs/studies.md explains it.\n"
        "\n"
        "Examples:\n"
        "  wavesim study plan configs/studies/room.yaml\n"
        "  wavesim study run configs/studies/room.yaml\n"
        "  wavesim study collect configs/studies/room.yaml");
}

}  // namespace wavesim
