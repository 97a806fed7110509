// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <charconv>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/bench_report.hpp"
#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/processor.hpp"
#include "app/scene_input.hpp"
#include "io/atomic_file.hpp"
#include "stencils/catalogue.hpp"

namespace wavesim {

namespace {

struct Arguments {
    SceneInput input;
    std::vector<std::string> stencils;
    std::string family;
    bool all = false;
    std::string size = "512";
    std::string isa;
    int repeats = 5;
    std::string json_file;
    std::string csv_file;
};

/// Shown without --stencil, --family, --all or SCENE: one of every cost class.
const std::vector<std::string> usual_stencils{"leggy-1", "leggy-2",    "compact-19", "compact-27",
                                              "leggy-4", "compact-57", "box-125",    "compact-461"};

/// `256` is a cube, `300x200` a 2D grid (x, z), `300x200x100` a box.
Extent extent_of(const std::string& text) {
    std::vector<std::int64_t> n;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        const bool separated = next == end || (*next == 'x' && next + 1 != end);
        if (error != std::errc{} || value < 1 || value > 100000 || !separated) n.resize(4);
        if (n.size() > 3) break;
        n.push_back(value);
        at = next == end ? next : next + 1;
    }
    if (n.size() == 1) return {n[0], n[0], n[0]};
    if (n.size() == 2) return {n[0], 1, n[1]};
    if (n.size() == 3) return {n[0], n[1], n[2]};
    throw UsageError(fmt::format("--size '{}' is neither N, NXxNZ nor NXxNYxNZ", text));
}

std::vector<std::string> wanted_stencils(const Arguments& arguments) {
    if (!arguments.stencils.empty()) return arguments.stencils;
    if (!arguments.all && arguments.family.empty()) return usual_stencils;
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        if (arguments.all || entry.family == arguments.family) names.push_back(entry.name);
    }
    return names;
}

const BackendEntry& wanted_backend(const SceneInput& input) {
    if (input.backend == "auto") return backend_registry().front();
    const BackendEntry* entry = find_backend(input.backend);
    if (entry == nullptr) throw UsageError(fmt::format("there is no backend '{}'", input.backend));
    if (entry->name != "cpu")
        throw UsageError("bench compares with the CPU's memory rate; it does not time GPU backends yet");
    return *entry;
}

/// An empty box of rigid walls.
StencilProblem bench_problem(const std::string& name, const Extent& extent, Precision precision) {
    const int dims = extent.ny == 1 ? 2 : 3;
    StencilProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil(name, dims);
    problem.courant =
        problem.stencil.tuned_courant > 0 ? problem.stencil.tuned_courant : 0.999 * courant_limit(name, dims);
    problem.walls.halo.fill(HaloRule::mirror_half);
    return problem;
}

void write_reports(const BenchReport& report, const Arguments& arguments) {
    if (!arguments.json_file.empty()) write_file(arguments.json_file, bench_json(report).dump(2) + "\n");
    if (!arguments.csv_file.empty()) write_file(arguments.csv_file, bench_csv(report));
}

void run_bench(const Arguments& arguments) {
    const Extent extent = extent_of(arguments.size);
    const BackendEntry& backend = wanted_backend(arguments.input);
    const Machine machine = inspect_machine(arguments.input.threads);
    const BackendOptions options{machine.threads, arguments.isa.empty() ? machine.isa : arguments.isa};
    BenchReport report;
    report.processor = processor_name();
    report.isa = options.isa;
    report.threads = options.threads;
    report.version = WAVESIM_VERSION;
    report.date = fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::now()));
    fmt::print("{}", bench_header(report));
    const auto show = [](const StepTiming& row) {
        fmt::print("{}", bench_row(row));
        std::fflush(stdout);
    };
    if (!arguments.input.file.empty()) {
        const LoadedScene loaded = load_scene(arguments.input);
        const Plan plan = plan_scene(loaded, machine, arguments.input.plan_options());
        report.scene = measure_whole_step(plan.problem, backend, options, arguments.repeats);
        show(report.scene->whole);
        fmt::print("{}", bench_scene_text(*report.scene));
    } else {
        for (const std::string& name : wanted_stencils(arguments)) {
            const StencilProblem problem = bench_problem(name, extent, arguments.input.plan_options().precision);
            if (const std::string reason = backend.why_not(problem); !reason.empty()) throw UsageError(reason);
            report.rows.push_back(measure_step(problem, backend, options, arguments.repeats));
            show(report.rows.back());
        }
        fmt::print("F: the in-place triad a = k b - a over arrays of the same size, measured in between.\n");
    }
    write_reports(report, arguments);
}

}  // namespace

void add_bench_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("bench", "time the steps of stencils, or the whole step of a scene");
    add_scene_input(*command, arguments->input);
    command->get_option("SCENE")->required(false);
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue()) names.push_back(entry.name);
    add_name(command->add_option("--stencil", arguments->stencils, "time this stencil; may be repeated"), "STENCIL",
             names);
    add_choice(command->add_option("--family", arguments->family, "time one family"), {"leggy", "compact", "box"});
    command->add_flag("--all", arguments->all, "time every stencil of the catalogue");
    command->add_option("--size", arguments->size, "grid: N, NXxNZ (2D) or NXxNYxNZ")->type_name("N");
    add_choice(command->add_option("--isa", arguments->isa, "CPU instruction set (default: the best)"),
               {"x86-64-v2", "x86-64-v3", "x86-64-v4"});
    command->add_option("--repeats", arguments->repeats, "samples per row; the median counts")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command->add_option("--json", arguments->json_file, "also write JSON")->type_name("FILE");
    command->add_option("--csv", arguments->csv_file, "also write CSV")->type_name("FILE");
    command->footer(
        "CTPN is the time of the step loop / (steps x nodes). F is what memory allows: the in-place\n"
        "triad over arrays of the same size with the same threads. Grids below 512 sit in caches.\n"
        "\n"
        "Examples:\n"
        "  wavesim bench\n"
        "  wavesim bench --family leggy --size 256 --precision double\n"
        "  wavesim bench scenes/room.yaml --set grid.spacing='1.5 cm' --json room.json");
    command->callback([arguments] { run_bench(*arguments); });
}

}  // namespace wavesim
