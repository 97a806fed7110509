// SPDX-License-Identifier: MIT
#include "app/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/help_format.hpp"
#include "app/ranks/rank_job.hpp"
#include "app/terminal.hpp"
#include "app/usage_error.hpp"

namespace wavesim {

std::unique_ptr<CLI::App> make_command_line() {
    auto app = std::make_unique<CLI::App>(
        "wavesim computes how sound fills rooms and how seismic waves cross the ground, from scene files.", "wavesim");
    app->formatter(std::make_shared<HelpFormat>());
    app->set_help_flag("-h,--help", "print this help and stop");
    app->set_version_flag("--version", "wavesim " WAVESIM_VERSION, "print the version and stop");
    app->require_subcommand(1);
    app->footer(
        "Examples:\n"
        "  wavesim new room my_room.yaml     write a commented scene to start from\n"
        "  wavesim new ground my_line.yaml   the same for a seismic shot\n"
        "  wavesim check my_room.yaml        find every fault of a scene\n"
        "  wavesim plan my_room.yaml         see grid, accuracy, memory and time first\n"
        "  wavesim run my_room.yaml          compute; results go to results/<scene name>\n"
        "\n"
        "`wavesim COMMAND --help` describes a command.\n"
        "Exit codes: 0 ok, 1 internal error, 2 usage, 3 scene, 4 memory, 5 files, 6 unstable,\n"
        "7 no device, 75 stopped with a checkpoint, 128 + signal (130, 143) stopped by a signal.");
    add_run_command(*app);
    add_check_command(*app);
    add_plan_command(*app);
    add_new_command(*app);
    add_study_command(*app);
    add_stencils_command(*app);
    add_materials_command(*app);
    add_info_command(*app);
    add_analyse_command(*app);
    add_listen_command(*app);
    add_bench_command(*app);
    add_tune_command(*app);
    add_schema_command(*app);
    add_doctor_command(*app);
    add_completion_command(*app);
    for (CLI::App* command : app->get_subcommands({}))
        for (CLI::Option* option : command->get_options())
            if (option->get_items_expected_max() == 0) option->disable_flag_override();
    return app;
}

namespace {

/// The arguments after the program's name, in reverse order for the parser. `help [COMMAND]` becomes `[COMMAND]
/// --help`. A word that is not a command stays alone, and the parser reports it.
std::vector<std::string> arguments_of(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.front() == "help" && arguments.size() <= 2) {
        arguments.erase(arguments.begin());
        const auto is_asked = [&](const CLI::App* command) { return command->get_name() == arguments.front(); };
        if (arguments.empty() || std::ranges::any_of(app.get_subcommands({}), is_asked))
            arguments.emplace_back("--help");
    }
    std::reverse(arguments.begin(), arguments.end());
    return arguments;
}

}  // namespace

int run_command_line(int argc, char** argv) {
    const auto app = make_command_line();
    if (argc <= 1) {
        std::fputs(app->help().c_str(), stderr);
        return static_cast<int>(ExitCode::usage);
    }
    try {
        app->parse(arguments_of(*app, argc, argv));
    } catch (const CLI::Success& done) {  // --help, --version
        app->exit(done);
    } catch (const CLI::Error& error) {
        const bool together = std::string(argv[1]) == "run";  // with other processes of a job, of which one speaks
        if (together && !rank_job().speaks()) return code_of_silent_end;
        print_error(explain_usage_error(*app, error));
        return static_cast<int>(ExitCode::usage);
    }
    return static_cast<int>(ExitCode::ok);
}

}  // namespace wavesim
