// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench/counters.hpp"
#include "app/bench/forms.hpp"
#include "app/bench/graph_bench.hpp"
#include "app/bench/json.hpp"
#include "app/bench/program_bench.hpp"
#include "app/bench/semi_jobs.hpp"
#include "app/bench/session.hpp"
#include "app/bench/suites.hpp"
#include "app/bench/tti_jobs.hpp"
#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/gpu_profile.hpp"
#include "app/grid_size.hpp"
#include "app/json_output.hpp"
#include "app/run_choices.hpp"
#include "app/stop_signal.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "solvers/plan/make_plan.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

/// Default without --stencil, --family, --all, --suite or SCENE: one stencil of every cost class.
const std::vector<std::string> usual_stencils{"leggy-1", "leggy-2",    "compact-19", "compact-27",
                                              "leggy-4", "compact-57", "box-125",    "compact-461"};

std::vector<std::string> wanted_stencils(const BenchArguments& arguments) {
    if (!arguments.stencils.empty()) return arguments.stencils;
    if (!arguments.all && arguments.family.empty()) return usual_stencils;
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        if (arguments.all || entry.family == arguments.family) names.push_back(entry.name);
    }
    return names;
}

/// Names of the rows of suites that are not in the catalogue.
const std::vector<std::string> stencils_of_suites{"leggy-4+layers", "k73",          "k73+sponge",
                                                  "k73+layers",     "self_adjoint", "self_adjoint+layers"};

/// Whether a suite has its own list of jobs, instead of all combinations of stencils, backends and grids.
bool has_jobs_of_its_own(const std::string& suite) { return suite == "tti" || suite == "semi"; }

/// Refuses options that would be ignored.
void refuse_conflicts(const BenchArguments& arguments) {
    const bool selects = !arguments.stencils.empty() || !arguments.family.empty() || arguments.all;
    const auto refuse = [](bool given, const char* sentence) {
        if (given) throw UsageError(sentence);
    };
    if (!arguments.input.file.empty()) {
        refuse(selects || !arguments.suite.empty(),
               "a scene has its stencil: --stencil, --family, --all and --suite are for measurements without a scene");
        refuse(arguments.own_size, "a scene has its grid: --size is for measurements without a scene");
        refuse(!arguments.tiles.empty(),
               "a scene runs in the tiles of its backend: --tiles is for measurements without one");
    }
    refuse(
        selects && !arguments.suite.empty() &&
            (!has_jobs_of_its_own(arguments.suite) || !arguments.family.empty() || arguments.all),
        "a suite has its stencils: --family and --all do not go with it, and --stencil with --suite semi and tti only");
    for (const std::string& name : arguments.stencils)
        refuse(arguments.suite.empty() && std::ranges::count(stencils_of_suites, name) > 0,
               "k73, self_adjoint and stencils with layers are rows of --suite semi and tti: name the suite");
    const bool programs = wants_programs(arguments);
    refuse(arguments.own_size && !arguments.suite.empty() && !has_jobs_of_its_own(arguments.suite) && !programs,
           "a suite has its grids: --size goes with --suite semi, tti, an5d and stencilgen only");
    refuse(!arguments.programs.files.empty() && (selects || !arguments.suite.empty() || !arguments.input.file.empty()),
           "a program is a stencil: scenes, --stencil, --family, --all and --suite do not go with --program");
    refuse(programs && (!arguments.tiles.empty() || !arguments.isa.empty() || !arguments.plot_file.empty() ||
                        arguments.input.backend),
           "--backend, --tiles, --isa and --plot are for stencils of the catalogue, not for programs");
    refuse(!programs && (!arguments.programs.blocking.empty() || !arguments.programs.sweep.empty() ||
                         !arguments.programs.kernel_file.empty() || arguments.programs.iterations > 0),
           "--blocking, --sweep, --kernel and --iterations go with --program, --suite an5d or --suite stencilgen");
    const bool reports = !arguments.output.empty() || !arguments.json_file.empty() || !arguments.csv_file.empty() ||
                         !arguments.markdown_file.empty();
    refuse(!arguments.programs.kernel_file.empty() &&
               (reports || arguments.json || !arguments.programs.sweep.empty() || arguments.programs.iterations > 0),
           "--kernel writes a kernel and measures nothing: --output, --json, --json-file, --csv, --markdown, "
           "--sweep and --iterations do not go with it");
    refuse(arguments.counters && (programs || has_jobs_of_its_own(arguments.suite)),
           "--counters is for stencils of the catalogue and scenes, not for programs and the suites semi and tti");
    refuse((!arguments.stencils.empty() && (!arguments.family.empty() || arguments.all)) ||
               (!arguments.family.empty() && arguments.all),
           "--stencil, --family and --all exclude each other");
}

/// Refuses what does not go with --graph.
void refuse_with_graph(const BenchArguments& arguments) {
    const ProgramArguments& programs = arguments.programs;
    if (programs.graph_file.empty()) {
        if (!programs.schedule.empty()) throw UsageError("--schedule goes with --graph");
        return;
    }
    if (!arguments.input.file.empty() || !arguments.suite.empty() || !arguments.family.empty() || arguments.all ||
        !programs.files.empty() || arguments.stencils.size() > 1 || !arguments.tiles.empty() ||
        !arguments.isa.empty() || arguments.input.backend || arguments.counters)
        throw UsageError(
            "--graph shows one program, with --stencil, --size, --precision, --repeats, --energy, --schedule and "
            "--json-file only");
    if (!arguments.output.empty() || !arguments.csv_file.empty() || !arguments.markdown_file.empty() ||
        !arguments.plot_file.empty() || arguments.json)
        throw UsageError(
            "--graph prints text: --output, --json, --csv, --markdown and --plot do not go with it, --json-file does");
}

void run_graph(const BenchArguments& arguments) {
    outlive_readers();
    refuse_with_graph(arguments);
    if (!arguments.json_file.empty()) expect_writable(arguments.json_file);
    const auto size = arguments.own_size ? std::optional(grid_of_size(arguments.size)) : std::nullopt;
    const RunChoices choices = choose_without_scene(arguments.input);
    Machine machine = inspect_machine(choices.threads);
    machine.gpu = wanted_gpu(choices);
    run_graph_bench(arguments, choices.precision, size, machine);
}

/// Refuses --counters where nothing can be counted.
void expect_counters(const RunChoices& choices, const Machine& machine) {
    if (!machine.gpu.usable())
        throw EnvironmentError(EnvironmentError::Kind::device, "--counters: a GPU counts: " + machine.gpu.why_not());
    if (choices.backend == "all" || choices.backend.find("cpu") != std::string::npos)
        throw UsageError("--counters: a GPU counts; leave the CPU out of --backend");
    if (const std::string fault = counters_why_not(); !fault.empty())
        throw EnvironmentError(EnvironmentError::Kind::device, "--counters: " + fault);
}

void prepare(const BenchArguments& arguments) {
    outlive_readers();
    refuse_with_graph(arguments);
    refuse_conflicts(arguments);
    for (const std::string& file : {arguments.output, arguments.json_file, arguments.csv_file, arguments.markdown_file,
                                    arguments.plot_file, arguments.programs.kernel_file})
        if (!file.empty()) expect_writable(file);
}

std::vector<Precision> wanted_precisions(const BenchArguments& arguments, const RunChoices& choices) {
    return arguments.both_precisions ? std::vector{Precision::float32, Precision::float64}
                                     : std::vector{choices.precision};
}

/// Measures stencil programs. No report if only a kernel is written.
std::optional<ProgramReport> run_programs(const BenchArguments& arguments) {
    prepare(arguments);
    const std::vector<StencilProgram> programs = wanted_programs(arguments);
    const auto size = arguments.own_size ? std::optional(grid_of_size(arguments.size)) : std::nullopt;
    const RunChoices choices = choose_without_scene(arguments.input);
    Machine machine = inspect_machine(choices.threads);
    machine.gpu = wanted_gpu(choices);
    if (!arguments.programs.kernel_file.empty()) {
        write_program_kernel(arguments, programs, choices.precision, size, machine.gpu);
        return {};
    }
    const std::vector<Precision> precisions = wanted_precisions(arguments, choices);
    ProgramReport report = run_program_bench(arguments, programs, precisions, size, machine);
    if (arguments.suite == "stencilgen" && arguments.programs.sweep.empty() && arguments.programs.blocking.empty()) {
        std::vector<StencilgenResult> results = fastest_results(report);
        for (const StencilgenResult& result : run_equations_of_stencilgen(arguments, precisions, size, machine))
            results.push_back(result);
        const auto rate = [&](Precision precision) {
            return std::ranges::count(precisions, precision) == 0
                       ? 0.0
                       : measure_device_triad(1 << 27, precision, machine.gpu.index, 0.1);
        };
        const std::string text = stencilgen_text(results, rate(Precision::float32), rate(Precision::float64));
        arguments.json ? tell(text) : put(text);
    }
    return report;
}

BenchReport run_bench(const BenchArguments& arguments) {
    prepare(arguments);
    std::optional<LoadedScene> loaded;
    if (!arguments.input.file.empty()) loaded = load_scene(arguments.input);
    const RunChoices choices =
        loaded ? choose_for_scene(arguments.input, *loaded) : choose_without_scene(arguments.input);
    Machine machine = inspect_machine(choices.threads);
    machine.gpu = wanted_gpu(choices);
    take_profile(machine);
    if (arguments.counters) expect_counters(choices, machine);
    BenchSession bench(arguments, machine);
    if (loaded) {
        if (choices.backend != "auto" && bench_backends(choices.backend, machine).size() != 1)
            throw UsageError("a scene runs on one backend: name one with --backend");
        bench.run_scene(*loaded, choices);
        return bench.report();
    }
    const std::vector<const BackendEntry*> backends = bench_backends(choices.backend, machine);
    const std::vector<Precision> precisions = wanted_precisions(arguments, choices);
    if (has_jobs_of_its_own(arguments.suite)) {
        const auto size = arguments.own_size ? std::optional(grid_of_size(arguments.size)) : std::nullopt;
        const auto jobs = arguments.suite == "tti" ? tti_jobs : semi_jobs;
        bench.run_jobs(only(jobs(backends, precisions, size, machine), arguments.stencils, arguments.tiles));
        return bench.report();
    }
    std::vector<BenchRequest> requests;
    if (!arguments.suite.empty())
        requests = suite_requests(arguments.suite, backends, precisions);
    else
        requests.push_back({wanted_stencils(arguments), backends, {grid_of_size(arguments.size)}, precisions});
    if (!arguments.tiles.empty())
        for (BenchRequest& request : requests) request.tiles = arguments.tiles;
    bench.run_jobs(make_jobs(requests, machine));
    return bench.report();
}

}  // namespace

void add_bench_command(CLI::App& app) {
    auto arguments = std::make_shared<BenchArguments>();
    CLI::App* command = app.add_subcommand("bench", "time the steps of stencils, or the whole step of a scene");
    add_scene_input(*command, arguments->input);
    command->get_option("SCENE")->required(false);
    command->remove_option(command->get_option("--backend"));
    command->add_option("--backend", arguments->input.backend, "auto, all, or names with commas between them")
        ->default_str("auto")
        ->type_name("LIST");
    command->add_flag("--forms", arguments->forms, "list what LIST may name, pairs of kernels too; measure nothing");
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue()) names.push_back(entry.name);
    names.insert(names.end(), stencils_of_suites.begin(), stencils_of_suites.end());
    add_name(command->add_option("--stencil", arguments->stencils, "time this stencil; may be repeated"), "STENCIL",
             names);
    add_choice(command->add_option("--family", arguments->family, "time one family"), {"leggy", "compact", "box"});
    command->add_flag("--all", arguments->all, "time every stencil of the catalogue");
    std::vector<std::string> suites = suite_names();
    suites.insert(suites.end(), program_suite_names().begin(), program_suite_names().end());
    add_choice(command->add_option("--suite", arguments->suite, "redo a published measurement"), suites);
    command->add_option("--program", arguments->programs.files, "time a stencil that is text; may be repeated")
        ->type_name("FILE");
    command
        ->add_option("--blocking", arguments->programs.blocking,
                     "how programs are computed, such as bT=4,tile=32x32,planes=alternating\n"
                     "(default: the fastest of --tries)")
        ->type_name("LIST");
    add_choice(
        command->add_option("--sweep", arguments->programs.sweep, "time programs for every bT, iterations per pass"),
        {"bT"});
    command
        ->add_option("--iterations", arguments->programs.iterations, "iterations of programs (default: what each says)")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000000));
    command->add_option("--tries", arguments->programs.tries, "configurations of a program that are tried")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command
        ->add_option("--kernel", arguments->programs.kernel_file, "write the kernel of the program and measure nothing")
        ->type_name("FILE");
    command
        ->add_option("--graph", arguments->programs.graph_file,
                     "show what a GPU makes of equations as text; with a GPU, also time it")
        ->type_name("FILE");
    command
        ->add_option("--schedule", arguments->programs.schedule,
                     "how --graph computes them, such as form=columns,tile=32x8,planes=64,ahead=yes\n"
                     "(default: several are compared)")
        ->type_name("LIST");
    command
        ->add_option("--tiles", arguments->tiles,
                     "nodes per block: auto, all that a backend offers, or a list such as 64x2,128x1\n"
                     "(default: auto; all for --suite placement and semi)")
        ->type_name("LIST");
    command->add_option("--size", arguments->size, "grid: N, NXxNZ (2D) or NXxNYxNZ")->type_name("N");
    add_choice(command->add_option("--isa", arguments->isa, "CPU instruction set (default: the best)"),
               words_of<cpu::Isa>());
    command->add_option("--repeats", arguments->repeats, "samples per row; the median counts")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command->add_flag("--energy", arguments->energy,
                      "also read the energy counter of the GPU, or of the processors, one second per row");
    command->add_flag("--counters", arguments->counters,
                      "also count the bytes of DRAM, L2 and L1 of every kernel, by ncu (Nsight Compute)");
    command
        ->add_option("-o,--output", arguments->output,
                     "JSON file that keeps every row as soon as it is measured; named again, it goes on from there")
        ->type_name("FILE");
    add_json_flag(*command, arguments->json);
    command->add_option("--json-file", arguments->json_file, "also write JSON")->type_name("FILE");
    command->add_option("--csv", arguments->csv_file, "also write CSV")->type_name("FILE");
    command->add_option("--markdown", arguments->markdown_file, "also write a Markdown table")->type_name("FILE");
    command->add_option("--plot", arguments->plot_file, "also draw CTPN against K as SVG")->type_name("FILE");
    command->footer(
        "CTPN is the time of the step loop / (steps x nodes), by device events on a GPU. F is\n"
        "what memory allows: the in-place update a = k b - a with the same threads or on the\n"
        "same device. Grids below 512 sit in caches. --backend auto is every backend of the\n"
        "GPU, without one the CPU. Registers are per thread, shared memory [bytes] per block,\n"
        "spills [bytes] per thread.\n"
        "\n"
        "Examples:\n"
        "  wavesim bench\n"
        "  wavesim bench --family leggy --size 256 --precision double\n"
        "  wavesim bench --all --backend all --output all.json --markdown all.md\n"
        "  wavesim bench --stencil leggy-4 --backend stream25.hybrid,stream25.shared --tiles all\n"
        "  wavesim bench --suite large-stencils --output large.json --plot large.svg\n"
        "  wavesim bench --suite semi --size 512\n"
        "  wavesim bench --suite tti --size 512\n"
        "  wavesim bench --suite an5d --csv an5d.csv\n"
        "  wavesim bench --program configs/stencils/star3d1r.yaml --sweep bT\n"
        "  wavesim bench --graph configs/programs/elastic_3d.yaml --size 512 --json-file elastic.json\n"
        "  wavesim bench scenes/room.yaml --set grid.spacing='1.5 cm' --json-file room.json");
    command->callback([arguments, command] {
        arguments->both_precisions = !arguments->suite.empty() && command->get_option("--precision")->count() == 0;
        if (has_jobs_of_its_own(arguments->suite)) arguments->both_precisions = false;
        arguments->own_size = command->get_option("--size")->count() > 0;
        if (arguments->forms) {
            for (const CLI::Option* option : command->get_options())
                if (option->count() > 0 && !option->check_name("--forms") && !option->check_name("--json"))
                    throw UsageError("--forms measures nothing: give it alone or with --json");
            return arguments->json ? print_json(forms_json) : put(forms_text());
        }
        if (!arguments->programs.graph_file.empty()) return run_graph(*arguments);
        if (wants_programs(*arguments)) {
            if (!arguments->json) return void(run_programs(*arguments));
            return print_json([&] {
                const auto report = run_programs(*arguments);
                return report ? program_json(*report) : nlohmann::ordered_json::object();
            });
        }
        if (arguments->json) return print_json([&] { return bench_json(run_bench(*arguments)); });
        run_bench(*arguments);
    });
}

}  // namespace wavesim
