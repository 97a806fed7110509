// SPDX-License-Identifier: MIT
#include "solvers/plan/plan.hpp"
#include "solvers/plan/make_plan.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/commands.hpp"
#include "app/disk_shortage.hpp"
#include "app/json_output.hpp"
#include "app/other_machine.hpp"
#include "app/plan_text.hpp"
#include "app/section_pictures.hpp"
#include "app/terminal.hpp"
#include "io/result/plan_json.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/plan_sketch.hpp"
#include "solvers/plan/rank_choice.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

namespace {

struct PlanArguments {
    SceneInput input;
    OtherMachine other;
    std::string pictures;  // folder
    bool json = false;
};

struct PlannedScene {
    Machine machine;
    PlanSketch plan;
};

/// Shares the grid among ranks, each of which has a machine like that of the plan. Makes the lists of walls and points
/// a second time.
void share(PlannedScene& scene, const LoadedScene& loaded, const RunChoices& choices) {
    PlanSketch& plan = scene.plan;
    const PlanOptions options = choices.plan_options();
    PlanDraft draft = draft_scene(loaded, options);
    StencilProblem problem = sketch_problem(draft, options.threads);
    static_cast<ProblemShape&>(problem) = plan.decision.shape;
    plan.decision.slabs = share_among_ranks(problem, choices.backend, scene.machine, choices.ranks, Inquiry::no_looks);
    const double times = plan.decision.slabs.efficiency() * choices.ranks;
    if (times > 0 && times < 1)
        plan.report.warnings.push_back(
            fmt::format("{} processes are predicted to be {:.2f} times as fast as one: this grid is too small to share",
                        choices.ranks, times));
}

/// The plan. For this machine it includes a warning if the disk is too small.
PlannedScene planned(const PlanArguments& arguments) {
    const LoadedScene loaded = load_scene(arguments.input);
    const RunChoices choices = choose_for_scene(arguments.input, loaded);
    const OtherMachine& other = arguments.other;
    PlanDraft draft = draft_scene(loaded, choices.plan_options());
    PlannedScene scene{other.elsewhere() ? other_machine(other, choices) : found_machine(choices), {}};
    assume_memory(scene.machine, other);
    scene.machine.memory_available *= choices.ranks;  // as many such machines
    if (!other.elsewhere()) measure_rates(scene.machine, choices, draft, 0.2);
    scene.plan = sketch_scene(loaded, std::move(draft), scene.machine, choices.plan_options());
    if (choices.ranks > 1) share(scene, loaded, choices);
    if (other.elsewhere()) return scene;
    const std::string shortage =
        disk_shortage(scene.plan.forecast.disk_bytes, default_folder(arguments.input, loaded.scene));
    if (!shortage.empty()) scene.plan.report.warnings.push_back(shortage);
    return scene;
}

nlohmann::ordered_json as_json(const PlanArguments& arguments) {
    const PlanSketch plan = planned(arguments).plan;
    nlohmann::ordered_json json = plan_json(plan, plan.walls);
    if (!arguments.pictures.empty()) json["pictures"] = write_sections(arguments.pictures, plan, plan.walls);
    if (arguments.other.elsewhere()) json["machine_file"] = arguments.other.file;
    if (!arguments.other.memory.empty()) json["assumed_memory_bytes"] = arguments.other.memory_bytes();
    return json;
}

void print_plan(const PlanArguments& arguments) {
    const PlannedScene scene = planned(arguments);
    std::vector<ReportRow> rows = plan_lines(scene.plan, scene.machine);
    if (const std::string machine = other_machine_text(arguments.other, scene.machine); !machine.empty())
        rows.insert(rows.begin(), {"Machine", machine});
    if (!arguments.pictures.empty()) {
        const std::vector<std::string> files = write_sections(arguments.pictures, scene.plan, scene.plan.walls);
        for (const std::string& file : files) rows.push_back({file == files.front() ? "Pictures" : "", file});
    }
    put(report_text(rows));
    for (const std::string& warning : scene.plan.report.warnings) print_warning(warning);
}

}  // namespace

void add_plan_command(CLI::App& app) {
    auto arguments = std::make_shared<PlanArguments>();
    CLI::App* command = app.add_subcommand("plan", "show what a run would do and cost; runs nothing");
    add_scene_input(*command, arguments->input);
    command
        ->add_option(
            "--ranks", arguments->input.ranks,
            "processes that share the grid on CPUs, as `mpirun -n N wavesim run` starts them; each has a machine "
            "like this one")
        ->type_name("N")
        ->check(CLI::Validator(
            [](const std::string& text) {
                const bool count = !text.empty() && text.size() < 6 &&
                                   text.find_first_not_of("0123456789") == std::string::npos && std::stoi(text) > 0;
                return count ? std::string() : fmt::format("'{}' is not a count of 1 to 99999", text);
            },
            ""));
    add_machine_options(*command, arguments->other);
    command
        ->add_option("--pictures", arguments->pictures,
                     "also draw sections through the first source into this folder: walls in the colours of their "
                     "surfaces, solid cells, sources and receivers (PNG)")
        ->type_name("DIR");
    add_json_flag(*command, arguments->json);
    command->footer(
        "Shows grid, time step against its limit, accuracy at the highest frequency,\n"
        "stencil and weights, walls, geometry as asked and as on the grid, memory, disk,\n"
        "predicted time and outputs. With --machine they are those of another computer,\n"
        "whose GPU counts as there. With --memory a run could use that much memory of the\n"
        "host, as a batch job that asks for it; the memory of a GPU stays as it is.\n"
        "\n"
        "Examples:\n"
        "  wavesim plan scenes/room.yaml\n"
        "  wavesim plan scenes/room.yaml --set grid.max_frequency='2 kHz'\n"
        "  wavesim plan scenes/room.yaml --machine configs/machines/nvidia-h200.json\n"
        "  wavesim plan scenes/room.yaml --memory 80GiB\n"
        "  wavesim plan scenes/hall.yaml --ranks 8\n"
        "  wavesim plan scenes/hall.yaml --pictures sections\n"
        "  wavesim plan scenes/room.yaml --json | jq .memory");
    command->callback([arguments] {
        if (arguments->json) return print_json([&] { return as_json(*arguments); });
        print_plan(*arguments);
    });
}

}  // namespace wavesim
