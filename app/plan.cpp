// SPDX-License-Identifier: MIT
#include "solvers/plan.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>

#include "app/commands.hpp"
#include "app/disk_shortage.hpp"
#include "app/plan_text.hpp"
#include "app/run_choices.hpp"
#include "app/terminal.hpp"
#include "io/plan_json.hpp"

namespace wavesim {

namespace {

void print_plan(const SceneInput& input, bool as_json) {
    const LoadedScene loaded = load_scene(input);
    const RunChoices choices = choose_for_scene(input, loaded);
    const Machine machine = measured_machine(choices, loaded.scene, 0.2);
    const Plan plan = plan_scene(loaded, machine, choices.plan_options());
    if (as_json) {
        fmt::print("{}\n", plan_json(plan).dump(2));
        return;
    }
    fmt::print("{}", report_text(plan_lines(plan, machine)));
    std::fflush(stdout);
    for (const std::string& warning : plan.warnings) print_warning(warning);
    const std::string shortage = disk_shortage(plan.disk_bytes, default_folder(input, plan.scene));
    if (!shortage.empty()) print_warning(shortage);
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
    command->add_flag("--json", arguments->json, "print JSON (SI units, keys end in their unit)");
    command->footer(
        "Shows grid, time step against its limit, accuracy at the highest frequency,\n"
        "stencil and weights, walls, geometry as asked and as on the grid, memory, disk,\n"
        "predicted time and outputs.\n"
        "\n"
        "Examples:\n"
        "  wavesim plan scenes/room.yaml\n"
        "  wavesim plan scenes/room.yaml --set grid.max_frequency='2 kHz'\n"
        "  wavesim plan scenes/room.yaml --json | jq .memory");
    command->callback([arguments] { print_plan(arguments->input, arguments->json); });
}

}  // namespace wavesim
