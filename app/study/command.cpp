// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <chrono>
#include <memory>
#include <thread>

#include "app/alone.hpp"
#include "app/checkpoint_request.hpp"
#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/study/collect.hpp"
#include "app/study/local_run.hpp"
#include "app/study/reports.hpp"
#include "app/study/slurm_run.hpp"
#include "app/study/task_run.hpp"
#include "app/study/verify.hpp"
#include "app/study/worker.hpp"

namespace wavesim {

namespace {

void add_run_options(CLI::App& command, LocalRun& request) {
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

void add_local_options(CLI::App& command, LocalRun& request) {
    add_study_input(command, request.input);
    add_run_options(command, request);
}

void end_with(int code) {
    if (code != 0) throw EndProgram{code};
}

/// Options of a run as typed, to be passed on to its tasks on a cluster. Throws UsageError.
SlurmRun sent_as_typed(const CLI::App& command, const LocalRun& request, const std::string& profile) {
    SlurmRun slurm{request.input, profile, request.wanted, {}, {}};
    for (const char* name : {"--at-once", "--threads", "--cases-per-gpu", "--checkpoint-every", "--progress"})
        if (const CLI::Option* const option = command.get_option(name); option->count() > 0)
            slurm.options.insert(slurm.options.end(), {name, option->results().front()});
    const std::string limit = request.time_limit == "job" ? "" : request.time_limit;  // tasks always observe the limit
                                                                                      // of their job
    slurm.time_limit_s = checkpoint_request(request.checkpoint_every, limit).time_limit_s;
    return slurm;
}

void add_run(CLI::App& study) {
    auto request = std::make_shared<LocalRun>();
    CLI::App* command = study.add_subcommand("run", "compute the cases that are missing, stopped or failed");
    add_local_options(*command, *request);
    auto profile = std::make_shared<std::string>();
    auto stale = std::make_shared<bool>(false);
    CLI::Option* slurm =
        command->add_option("--slurm", *profile, "send the cases to the cluster of this profile, as an array of tasks")
            ->type_name("FILE");
    command->add_flag("--stale", *stale, "those that another version of wavesim computed, too");
    command->add_flag("--wait", request->wait, "wait until other processes have computed the cases that they have")
        ->excludes(slurm);
    command->footer(
        "A case that fails stops no other; a full disk stops all. Complete cases are never computed again, unless\n"
        "their result.h5 is gone or cut.\n"
        "With --cases several processes may share the folder: each case is computed once.\n"
        "\n"
        "Exit codes: 0 all cases are complete, 75 some are left to the same command or to other processes,\n"
        "8 cases of another version are left, else that of the first failed case.\n"
        "With --slurm: 0 all cases are complete or in the queue, 8 cases of another version are left, else that of\n"
        "the first case that is not sent because it failed.\n"
        "\n"
        "Examples:\n"
        "  wavesim study run configs/studies/room.yaml\n"
        "  wavesim study run study.yaml --at-once 4 --output results/study\n"
        "  wavesim study run study.yaml --slurm configs/clusters/cpu.yaml\n"
        "  wavesim study run study.yaml --cases $SLURM_ARRAY_TASK_ID --time-limit job");
    command->callback([command, request, profile, stale] {
        request->wanted = {CaseState::missing, CaseState::stopped, CaseState::failed, CaseState::damaged};
        if (*stale) request->wanted.push_back(CaseState::stale);
        if (!profile->empty()) return end_with(run_on_slurm(sent_as_typed(*command, *request, *profile)));
        if (request->input.cases.empty()) expect_alone("study run");
        request->wanted.push_back(CaseState::running);  // another process computes it; it is free once that process is
                                                        // gone
        end_with(run_locally(*request));
    });
}

void add_retry(CLI::App& study) {
    auto request = std::make_shared<LocalRun>();
    auto stale = std::make_shared<bool>(false);
    CLI::App* command = study.add_subcommand("retry", "compute the failed cases again, and no others");
    add_local_options(*command, *request);
    command->add_flag("--stale", *stale, "those that another version of wavesim computed, too");
    command->footer(
        "Examples:\n"
        "  wavesim study retry study.yaml\n"
        "  wavesim study retry study.yaml --cases 3");
    command->callback([request, stale] {
        request->wanted = {CaseState::failed};
        if (*stale) request->wanted.push_back(CaseState::stale);
        request->others_may_stay = true;
        end_with(run_locally(*request));
    });
}

void add_repair(CLI::App& study) {
    auto request = std::make_shared<LocalRun>();
    CLI::App* command = study.add_subcommand("repair", "verify, and compute again what is damaged");
    add_local_options(*command, *request);
    command->footer(
        "Examples:\n"
        "  wavesim study repair study.yaml");
    command->callback([request] { end_with(repair_study(*request)); });
}

void add_collect(CLI::App& study) {
    auto input = std::make_shared<StudyInput>();
    auto json = std::make_shared<bool>(false);
    auto into = std::make_shared<std::string>();
    CLI::App* command =
        study.add_subcommand("collect", "gather what the study asks for in collected.h5 and collected.csv");
    add_study_input(*command, *input);
    command->add_option("--into", *into, "folder of these files (default: that of the study)")->type_name("DIR");
    add_json_flag(*command, *json);
    command->footer(
        "Examples:\n"
        "  wavesim study collect study.yaml\n"
        "  wavesim study collect /archive/study.yaml --output /archive/results/study --into here");
    command->callback([input, json, into] { collect(*input, *into, *json); });
}

using Report = void (*)(const StudyInput&, bool);

void add_report(CLI::App& study, const char* name, const char* description, const char* examples, Report report) {
    auto input = std::make_shared<StudyInput>();
    auto json = std::make_shared<bool>(false);
    CLI::App* command = study.add_subcommand(name, description);
    add_study_input(*command, *input);
    add_json_flag(*command, *json);
    command->footer(examples);
    command->callback([input, json, report] { report(*input, *json); });
}

void add_status(CLI::App& study) {
    auto input = std::make_shared<StudyInput>();
    auto json = std::make_shared<bool>(false);
    auto watch = std::make_shared<bool>(false);
    CLI::App* command = study.add_subcommand("status", "show which cases are complete, running, failed or missing");
    add_study_input(*command, *input);
    add_json_flag(*command, *json);
    command->add_flag("--watch", *watch, "show it again every 10 s until no case runs or waits in the queue")
        ->excludes(command->get_option("--json"));
    command->footer(
        "damaged: the case was complete, and its result.h5 is gone or cut. stale: another version computed it.\n"
        "Cases that were sent with --slurm are queued, and tasks that died are told with the end of their log.\n"
        "\n"
        "Examples:\n"
        "  wavesim study status study.yaml\n"
        "  wavesim study status study.yaml --watch");
    command->callback([input, json, watch] {
        while (report_study_status(*input, *json) && *watch) std::this_thread::sleep_for(std::chrono::seconds(10));
    });
}

void add_worker(CLI::App& study) {
    auto settings = std::make_shared<WorkerSettings>();
    CLI::App* command = study.add_subcommand("worker", "computes cases for `study run`")->group("");
    command->add_option("SCENE", settings->scene)->required();
    command->add_option("--data", settings->data)->allow_extra_args(false);
    command->add_option("--threads", settings->threads);
    command->add_option("--checkpoint-every", settings->checkpoint_every);
    command->add_option("--time-limit", settings->time_limit);
    command->add_option("--attempts", settings->most_attempts);
    command->callback([settings] { work_on_cases(*settings); });
}

void add_task(CLI::App& study) {
    auto task = std::make_shared<TaskRun>();
    LocalRun& local = task->local;
    CLI::App* command = study.add_subcommand("task", "computes cases that `study run --slurm` sent")->group("");
    command->add_option("LIST", task->list)->required();
    command->add_option("--output", local.input.output)->required();
    command->add_option("--data", local.input.data)->allow_extra_args(false);
    command->add_option("--share", task->share)->check(CLI::Range(1, 100'000));
    command->add_option("--shares", task->shares)->check(CLI::Range(1, 100'000));
    command->add_option("--note", task->note);
    command->add_option("--attempts", task->shared.attempts);
    command->add_option("--cores", task->shared.cores);
    local.progress = "plain";
    add_run_options(*command, local);
    command->callback([task] { end_with(run_task(*task)); });
}

}  // namespace

void add_study_command(CLI::App& app) {
    CLI::App* study = app.add_subcommand("study", "many cases of one scene, and their results");
    study->require_subcommand(1);
    add_report(*study, "plan", "show the cases and what they would cost; runs nothing",
               "Examples:\n"
               "  wavesim study plan configs/studies/room.yaml",
               report_study_plan);
    add_run(*study);
    add_status(*study);
    add_retry(*study);
    add_collect(*study);
    add_report(*study, "verify", "read all files of complete cases, and say which are not as they were written",
               "Exit codes: 0 all files are as they were written, 5 some are not.\n"
               "\n"
               "Examples:\n"
               "  wavesim study verify study.yaml",
               verify_study);
    add_repair(*study);
    add_worker(*study);
    add_task(*study);
    study->footer(
        "A study file names a base scene and what varies in it; docs/studies.md explains it.\n"
        "\n"
        "Examples:\n"
        "  wavesim study plan configs/studies/room.yaml\n"
        "  wavesim study run configs/studies/room.yaml\n"
        "  wavesim study collect configs/studies/room.yaml");
}

}  // namespace wavesim
