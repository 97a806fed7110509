// SPDX-License-Identifier: MIT
#include "solvers/plan.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/disk_shortage.hpp"
#include "app/json_output.hpp"
#include "app/plan_text.hpp"
#include "app/run_choices.hpp"
#include "app/terminal.hpp"
#include "io/plan_json.hpp"

namespace wavesim {

namespace {

struct PlannedHere {
    Machine machine;
    Plan plan;
};

/// The plan, with a warning where the disk is too small.
PlannedHere plan_here(const SceneInput& input) {
    const LoadedScene loaded = load_scene(input);
    const RunChoices choices = choose_for_scene(input, loaded);
    PlannedHere here{measured_machine(choices, loaded.scene, 0.2), {}};
    here.plan = plan_scene(loaded, here.machine, choices.plan_options());
    const std::string shortage = disk_shortage(here.plan.forecast.disk_bytes, default_folder(input, here.plan.scene));
    if (!shortage.empty()) here.plan.report.warnings.push_back(shortage);
    return here;
}

void print_plan(const SceneInput& input) {
    const PlannedHere here = plan_here(input);
    fmt::print("{}", report_text(plan_lines(here.plan, here.machine)));
    std::fflush(stdout);
    for (const std::string& warning : here.plan.report.warnings) print_warning(warning);
}

}  // namespace

void add_plan_command(CLI::App& app) {
    struct Arguments {
        SceneInput input;
        bool json = false;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("plan", "show what a run would do and cost; runs nothing");
    add_scene_input(*command, arguments->input);
    add_json_flag(*command, arguments->json);
    command->footer(
        "Shows grid, time step against its limit, accuracy at the highest frequency,\n"
        "stencil and weights, walls, geometry as asked and as on the grid, memory, disk,\n"
        "predicted time and outputs.\n"
        "\n"
        "Examples:\n"
        "  wavesim plan scenes/room.yaml\n"
        "  wavesim plan scenes/room.yaml --set grid.max_frequency='2 kHz'\n"
        "  wavesim plan scenes/room.yaml --json | jq .memory");
    command->callback([arguments] {
        if (arguments->json) return print_json([&] { return plan_json(plan_here(arguments->input).plan); });
        print_plan(arguments->input);
    });
}

}  // namespace wavesim
