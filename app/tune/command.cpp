// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/bench/jobs.hpp"
#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/gpu_profile.hpp"
#include "app/grid_size.hpp"
#include "app/other_machine.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "app/tune/step_timer.hpp"
#include "app/tune/tune_session.hpp"
#include "app/tune/tuned_shapes.hpp"
#include "io/atomic_file.hpp"
#include "io/scene/time_words.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/plan_sketch.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/problem/words.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

struct TuneArguments {
    SceneInput input;
    OtherMachine other;
    std::vector<std::string> stencils;
    std::string family;
    std::vector<std::string> sizes, media;
    std::string budget = "10m";
    std::string output;
    TuneEffort effort;
    bool all = false, anew = false, list = false;
};

void refuse_conflicts(const TuneArguments& arguments) {
    const int named = (arguments.stencils.empty() ? 0 : 1) + (arguments.family.empty() ? 0 : 1) +
                      (arguments.all ? 1 : 0) + (arguments.input.file.empty() ? 0 : 1);
    if (named != 1) throw UsageError("name what is to be tuned: --stencil, --family, --all or a scene, one of them");
    if (!arguments.input.file.empty() && (!arguments.sizes.empty() || !arguments.media.empty()))
        throw UsageError("a scene has its grid and its medium: --size and --medium are for tuning without one");
    if (arguments.list && (!arguments.output.empty() || arguments.anew))
        throw UsageError("--list measures nothing: --output and --anew do not go with it");
    if (!arguments.list && (arguments.other.elsewhere() || !arguments.other.memory.empty()))
        throw UsageError("steps are measured on this machine: --machine and --memory go with --list");
    for (const std::string& size : arguments.sizes) grid_of_size(size);  // throws for a wrong one
    if (arguments.input.gpus) throw UsageError("one GPU is tuned: pick it with --device");
    if (arguments.input.backend) throw UsageError("the backends are those that auto tries: leave out --backend");
}

std::vector<std::string> wanted_stencils(const TuneArguments& arguments) {
    if (!arguments.stencils.empty()) return arguments.stencils;
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue())
        if (arguments.all || entry.family == arguments.family) names.push_back(entry.name);
    return names;
}

SpeedShape medium_of(const std::string& word) {
    const auto storage = value_of<MediumStorage>(word);
    return storage ? SpeedShape{true, *storage} : SpeedShape{};
}

std::vector<ProblemShape> shapes_of_boxes(const TuneArguments& arguments, const RunChoices& choices,
                                          const Machine& machine) {
    TuneBoxes boxes{wanted_stencils(arguments), {choices.precision}, {}, {}};
    if (!arguments.input.precision) boxes.precisions = {Precision::float32, Precision::float64};
    for (const std::string& word : arguments.media) boxes.media.push_back(medium_of(word));
    if (boxes.media.empty()) boxes.media.emplace_back();
    for (const std::string& size : arguments.sizes) boxes.extents.push_back(grid_of_size(size));
    if (boxes.extents.empty())
        for (const std::int64_t n : {128, 256, 512, 1024}) boxes.extents.push_back({n, n, n});
    std::vector<std::string> left_out;
    std::vector<ProblemShape> shapes = tuned_shapes(boxes, machine, left_out);
    for (const std::string& sentence : left_out) tell(fmt::format("left out: {}\n", sentence));
    return shapes;
}

/// The steps of a scene without its walls, solids and points.
std::vector<ProblemShape> shape_of_scene(const LoadedScene& loaded, const RunChoices& choices, const Machine& machine) {
    const PlanOptions options = choices.plan_options();
    const PlanSketch plan = sketch_scene(loaded, draft_scene(loaded, options), machine, options);
    ProblemShape shape = plan.decision.shape;
    shape.wall_ports = false;
    const std::vector<const BackendEntry*> backends = alike_backends(shape, machine);
    if (std::ranges::find(backends, plan.decision.backend, &BackendEntry::name) == backends.end())
        throw EnvironmentError(
            EnvironmentError::Kind::device,
            fmt::format("the scene runs on {}, which has no tiles to choose from", plan.decision.backend));
    return {shape};
}

struct Task {
    Machine machine;
    std::vector<ProblemShape> shapes;
};

/// What is tuned and where. The machine has no profile, so that the usual tiles are those without one.
Task task_of(const TuneArguments& arguments) {
    std::optional<LoadedScene> loaded;
    if (!arguments.input.file.empty()) loaded = load_scene(arguments.input);
    const RunChoices choices =
        loaded ? choose_for_scene(arguments.input, *loaded) : choose_without_scene(arguments.input);
    Task task;
    task.machine = arguments.other.elsewhere() ? other_machine(arguments.other, choices) : found_machine(choices);
    task.machine.profile.reset();
    Gpu& gpu = task.machine.gpu;
    if (!gpu.usable())
        throw EnvironmentError(EnvironmentError::Kind::device, "tiles are for steps on a GPU: " + gpu.why_not());
    for (const Precision precision : {Precision::float32, Precision::float64})
        if (gpu.triad.of(precision) <= 0)
            gpu.triad.of(precision) = measure_device_triad(1 << 25, precision, gpu.index, 0.05);
    task.shapes =
        loaded ? shape_of_scene(*loaded, choices, task.machine) : shapes_of_boxes(arguments, choices, task.machine);
    if (task.shapes.empty())
        throw EnvironmentError(EnvironmentError::Kind::device, "nothing of this can be tuned on " + gpu.name);
    return task;
}

/// Prints the ranking of the model of times.
void list_tiles(const Task& task, int tries) {
    for (const ProblemShape& shape : task.shapes) {
        put(fmt::format("{}, {}, {}\n", shape.stencil.name, word_of(shape.precision),
                        extent_text(shape.extent, shape.stencil.dims)));
        const auto candidates =
            tile_candidates(shape, alike_backends(shape, task.machine), task.machine, static_cast<std::size_t>(tries));
        for (const TileCandidate& one : candidates)
            put(fmt::format("  {:<18} {:<16} {:>8.4g} ps{}\n", one.backend->name, one.tile, 1e12 * one.predicted_s,
                            one.usual ? "  usual" : ""));
    }
}

GpuProfile profile_in(const std::filesystem::path& file, const Machine& machine, bool anew) {
    const ProfileOwner owner = profile_owner(machine);
    std::error_code error;
    if (!anew && std::filesystem::exists(file, error)) return read_gpu_profile(file, owner);
    GpuProfile profile;
    profile.card = owner.card;
    profile.kernels = owner.kernels;
    profile.compiler = machine.gpu.compiler;
    return profile;
}

void tune(const TuneArguments& arguments) {
    refuse_conflicts(arguments);
    TuneEffort effort = arguments.effort;
    const std::optional<double> budget = parse_wall_time(arguments.budget);
    if (!budget) throw UsageError(fmt::format("--budget: '{}' is no time; write e.g. 10m or 1h30m", arguments.budget));
    effort.budget_s = *budget;
    const Task task = task_of(arguments);
    if (arguments.list) return list_tiles(task, effort.tries);
    std::filesystem::path file = arguments.output;
    if (file.empty()) {
        file = own_profile_file(task.machine.gpu.name);
        if (file.empty()) throw UsageError("neither XDG_CONFIG_HOME nor HOME is set: name a file with --output");
        make_folder(file.parent_path());
    }
    expect_writable(file);
    const BackendOptions options{task.machine.threads, task.machine.isa, task.machine.gpu.index};
    TuneSession session(profile_in(file, task.machine, arguments.anew), file, effort, StepTimer(options), put);
    session.prepare = [&](const ProblemShape& shape, const std::vector<TileCandidate>& candidates) {
        std::vector<BenchJob> jobs;
        for (const TileCandidate& one : candidates) jobs.push_back({shape, one.backend, one.tile});
        compile_kernels(jobs, options, task.machine.threads);
    };
    const std::size_t left = session.run(task.shapes, task.machine);
    put(tuned_summary(session.profile().rows));
    put(fmt::format("{} has {}\n", file.string(),
                    counted(static_cast<std::int64_t>(session.profile().rows.size()), "row")));
    if (left == 0) return;
    put(fmt::format("The time of --budget is over, {} of {} are left: the same command goes on.\n", left,
                    task.shapes.size()));
    throw EndProgram{static_cast<int>(ExitCode::stopped)};
}

}  // namespace

void add_tune_command(CLI::App& app) {
    auto arguments = std::make_shared<TuneArguments>();
    CLI::App* command = app.add_subcommand("tune", "find the quickest tiles of this GPU and keep them");
    add_scene_input(*command, arguments->input);
    command->get_option("SCENE")->required(false);
    command->remove_option(command->get_option("--backend"));
    command->remove_option(command->get_option("--gpus"));
    command->get_option("--precision")
        ->description("number format of the field (default: both, for a scene float)")
        ->default_str("");
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue()) names.push_back(entry.name);
    add_name(command->add_option("--stencil", arguments->stencils, "tune this stencil; may be repeated"), "STENCIL",
             names)
        ->allow_extra_args(false);
    add_choice(command->add_option("--family", arguments->family, "tune one family"), {"leggy", "compact", "box"});
    command->add_flag("--all", arguments->all, "tune every stencil of the catalogue");
    command
        ->add_option("--size", arguments->sizes,
                     "grid: N, NXxNZ (2D) or NXxNYxNZ; may be repeated\n(default: 128, 256, 512 and 1024)")
        ->type_name("N")
        ->allow_extra_args(false);
    std::vector<std::string> media = words_of<MediumStorage>();
    media.insert(media.begin(), "one");
    add_choice(command
                   ->add_option("--medium", arguments->media,
                                "one speed, or how the speed of a node is stored; may be repeated\n(default: one)")
                   ->allow_extra_args(false),
               media);
    command->add_option("--budget", arguments->budget, "time after which it stops")->type_name("TIME");
    command->add_option("--tries", arguments->effort.tries, "tiles measured besides the usual one, best ranked first")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command->add_option("--repeats", arguments->effort.repeats, "samples per tile, in turn; the median counts")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command
        ->add_option("-o,--output", arguments->output,
                     "profile to write; named again, it goes on from there\n(default: that of the user for this GPU)")
        ->type_name("FILE");
    command->add_flag("--anew", arguments->anew, "measure again what the profile has");
    command->add_flag("--list", arguments->list, "print how the tiles are ranked and measure nothing");
    add_machine_options(*command, arguments->other);
    command->footer(
        "A tile is the part of the grid that a block of threads updates. Tiles change speed only,\n"
        "never a bit of the result. plan, run and bench take the tiles of\n"
        "$XDG_CONFIG_HOME/wavesim/gpus/<GPU>.yaml (~/.config without it), else those of the\n"
        "profile shipped for the GPU, else the usual ones; `wavesim plan` says which. A row serves\n"
        "grids of up to 2.8 times as many or as few nodes. The exit code is 75 when the time of\n"
        "--budget is over; every row is kept at once, and the same command goes on.\n"
        "\n"
        "Examples:\n"
        "  wavesim tune --stencil leggy-4 --stencil compact-57\n"
        "  wavesim tune --all --precision float --budget 1h\n"
        "  wavesim tune scenes/room.yaml\n"
        "  wavesim tune --stencil leggy-1 --size 600 --list --machine configs/machines/nvidia-h200.json");
    command->callback([arguments] { tune(*arguments); });
}

}  // namespace wavesim
