// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <charconv>
#include <memory>
#include <string>
#include <system_error>

#include "app/choice.hpp"
#include "app/chosen_numbers.hpp"
#include "app/commands.hpp"
#include "app/progress.hpp"
#include "app/ranked_run.hpp"
#include "app/run_scene.hpp"
#include "stencils/backend/isa.hpp"

namespace wavesim {

namespace {

/// Error message if the text is no time that others may take to answer, else empty.
std::string wrong_patience(const std::string& text) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const bool number = error == std::errc() && end == text.data() + text.size();
    return number && seconds >= 1 && seconds <= 1e6 ? "" : "'" + text + "' is not a number of seconds, 1 to 1000000";
}

}  // namespace

void add_run_command(CLI::App& app) {
    auto request = std::make_shared<RunRequest>();
    CLI::App* command = app.add_subcommand("run", "compute a scene and write its results");
    add_scene_input(*command, request->input);
    command->add_option("-o,--output", request->output, "result folder (default: results/<scene name>)")
        ->type_name("DIR")
        ->check(CLI::Validator(
            [](const std::string& text) { return std::string(text.empty() ? "'' is no name of a folder" : ""); }, ""));
    std::vector<std::string> styles = words_of<ProgressStyle>();
    styles.insert(styles.begin(), "auto");
    add_choice(command
                   ->add_option("--progress", request->progress,
                                "how progress is shown; auto: a bar on a terminal, plain lines elsewhere; json: one "
                                "object a line on standard output, which then holds nothing else")
                   ->default_str("auto"),
               styles);
    CLI::Option* force = command->add_flag_callback(
        "--force", [request] { request->takeover = Takeover::nothing; },
        "compute anew: replace whatever result wavesim has left in the folder");
    command
        ->add_flag_callback(
            "--continue-anyway", [request] { request->takeover = Takeover::any_program; },
            "go on from what another version, backend, instruction set or precision computed; the "
            "result tells which steps")
        ->excludes(force);
    CLI::Option* every =
        command
            ->add_option("--checkpoint-every", request->checkpoint_every,
                         "save the state after each time (10m, 1h30m) or '500 steps'; the same command goes on from it")
            ->type_name("TIME|STEPS");
    CLI::Option* limit =
        command
            ->add_option("--time-limit", request->time_limit,
                         "end with a checkpoint before this time is over (3h50m); job: before the job of Slurm ends")
            ->type_name("TIME|job");
    CLI::Option* shots = command->add_option(
        "--shots", request->shots,
        "of a survey: only these shots, in a folder that other processes share; whoever computes the "
        "last one writes the result");
    shots->type_name("NUMBERS")
        ->check(CLI::Validator(missing_numbers, ""))
        ->excludes(force)
        ->excludes(every)
        ->excludes(limit);
    command
        ->add_flag(
            "--refine", request->refine,
            "then run once more with 1.5 times the points per wavelength and print by how much the room acoustic "
            "numbers change")
        ->excludes(shots);
    add_choice(command->add_option("--isa", request->isa, "instruction set of the CPU (default: the best there is)"),
               {to_string(cpu::Isa::v2), to_string(cpu::Isa::v3), to_string(cpu::Isa::v4)});
    command
        ->add_option(
            "--lost-after", request->lost_after_s,
            "several GPUs or processes: the run ends when one has not answered for so long, and for 20 predicted "
            "steps at least")
        ->default_str("10")
        ->type_name("SECONDS")
        ->check(CLI::Validator(wrong_patience, ""));
    command->footer(
        "Ctrl-C, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1 and SIGUSR2 stop cleanly: what is recorded\n"
        "is written and marked incomplete, and the exit code is 128 + signal (130 for Ctrl-C).\n"
        "With checkpoints on they save the state first, and the exit code is 75 (130 for Ctrl-C).\n"
        "Task N of a Slurm array writes to results/<scene name>_task_N.\n"
        "`mpirun -n N wavesim run SCENE` and `srun --mpi=pmix` share the grid among N processes\n"
        "on CPUs, with the same results to the last bit.\n"
        "\n"
        "Examples:\n"
        "  wavesim run scenes/room.yaml\n"
        "  wavesim run scenes/room.yaml --set grid.max_frequency='2 kHz' --output results/fine\n"
        "  wavesim run scenes/room.yaml --checkpoint-every 10m --time-limit 3h50m\n"
        "  wavesim run scenes/room.yaml --precision double --threads 4 --force\n"
        "  wavesim run survey.yaml --shots 1-100\n"
        "  wavesim run scenes/hall.yaml --refine\n"
        "  mpirun -n 4 wavesim run scenes/hall.yaml");
    command->callback([request] {
        const RankJob job = rank_job();
        if (!job.alone()) run_on_ranks(*request, job);
        run_scene(*request);
    });
}

}  // namespace wavesim
