// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <charconv>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/bench_file.hpp"
#include "app/bench_jobs.hpp"
#include "app/bench_plot.hpp"
#include "app/bench_report.hpp"
#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/processor.hpp"
#include "app/quantity_text.hpp"
#include "app/scene_input.hpp"
#include "io/atomic_file.hpp"
#include "solvers/fault.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/cuda/cuda_backends.hpp"

namespace wavesim {

namespace {

struct Arguments {
    SceneInput input;
    std::vector<std::string> stencils;
    std::string family;
    bool all = false;
    std::string suite;
    std::string size = "512";
    bool both_precisions = false;  ///< a suite without --precision
    std::string isa;
    int repeats = 5;
    bool energy = false;
    std::string output;  ///< kept and resumed
    std::string json_file;
    std::string csv_file;
    std::string markdown_file;
    std::string plot_file;
};

/// Shown without --stencil, --family, --all, --suite or SCENE: one of every cost class.
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

/// What is said and written of a benchmark, and where.
class Bench {
  public:
    Bench(const Arguments& arguments, const Machine& machine) : arguments_(arguments), machine_(machine) {
        options_ = {machine.threads, arguments.isa.empty() ? machine.isa : arguments.isa,
                    machine.gpu ? machine.gpu->index : 0};
        report_.processor = processor_name();
        report_.isa = options_.isa;
        report_.threads = options_.threads;
        if (machine.gpu) report_.device = machine.gpu->name;
        report_.version = WAVESIM_VERSION;
        report_.date = fmt::format(
            "{:%FT%TZ}", fmt::gmtime(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())));
    }

    void run_scene(const LoadedScene& loaded) {
        const Plan plan = plan_scene(loaded, machine_, arguments_.input.plan_options());
        const BackendEntry& backend = *find_backend(plan.regions.at(0).backend);
        MeasureBytes need = measure_bytes(plan.problem, backend);
        // The problem and its bulk step run side by side.
        need.host += backend.bytes(plan.problem);
        if (backend.on_gpu()) need.device += backend.device_bytes(plan.problem);
        expect_bench_memory(need, machine_);
        if (!backend.on_gpu()) report_.device.clear();
        fmt::print("{}", bench_header(report_));
        report_.scene = measure_whole_step(plan.problem, backend, options_, arguments_.repeats);
        complete(report_.scene->whole, plan.problem, backend);
        show(report_.scene->whole);
        fmt::print("{}", bench_scene_text(*report_.scene));
        if (!arguments_.output.empty()) keep();
        write_reports();
    }

    void run_jobs(const BenchJobs& made) {
        if (made.jobs.empty())
            throw EnvironmentError(EnvironmentError::Kind::device,
                                   made.left_out.empty()
                                       ? "this build has no backend for this measurement"
                                       : fmt::format("nothing can be measured; {}", fmt::join(made.left_out, "; ")));
        for (const std::string& sentence : made.left_out) fmt::print("left out: {}\n", sentence);
        const bool on_gpu =
            std::any_of(made.jobs.begin(), made.jobs.end(), [](const BenchJob& job) { return job.backend->on_gpu(); });
        if (!on_gpu) report_.device.clear();
        for (const BenchJob& job : made.jobs) expect_bench_memory(measure_bytes(job.problem, *job.backend), machine_);
        if (!arguments_.output.empty()) report_.rows = kept_rows(arguments_.output, report_);
        const std::size_t kept = report_.rows.size();
        BenchJobs left;
        for (const BenchJob& job : made.jobs)
            if (!has(job)) left.jobs.push_back(job);
        if (kept > 0) fmt::print("{} rows are in {} already, {} are left\n", kept, arguments_.output, left.jobs.size());
        if (on_gpu) {
            const auto start = std::chrono::steady_clock::now();
            const int kernels = compile_kernels(left.jobs, options_, machine_.threads);
            fmt::print("{} compiled or found in the cache, {} on {}\n", counted(kernels, "kernel"),
                       duration_text(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()),
                       counted(machine_.threads, "thread"));
        }
        fmt::print("{}", bench_header(report_));
        for (const BenchJob& job : left.jobs) {
            StepTiming row = measure_step(job.problem, *job.backend, options_, arguments_.repeats);
            complete(row, job.problem, *job.backend);
            report_.rows.push_back(row);
            if (!arguments_.output.empty()) keep();
            show(row);
        }
        if (on_gpu)
            fmt::print(
                "F: the in-place update a = k b - a on the same device, in between, over arrays of at most 2^27 "
                "values.\nerror: against the CPU backend in double after 20 steps of the same kernel on 160 x 48 x "
                "40 nodes.\n");
        else
            fmt::print("F: the in-place triad a = k b - a over arrays of the same size, measured in between.\n");
        if (!arguments_.suite.empty()) fmt::print("{}", bench_pivot(report_.rows));
        write_reports();
    }

  private:
    bool has(const BenchJob& job) const {
        return std::any_of(report_.rows.begin(), report_.rows.end(), [&](const StepTiming& row) {
            return row.stencil == job.problem.stencil.name && row.backend == job.backend->name &&
                   row.extent == job.problem.extent && row.precision == job.problem.precision;
        });
    }
    /// Error and energy of a row.
    void complete(StepTiming& row, const StencilProblem& problem, const BackendEntry& backend) const {
        if (!backend.on_gpu()) return;
        row.error = measure_error(problem, backend, options_);
        if (arguments_.energy) row.joule_per_step = measure_energy(problem, backend, options_, 1.0);
    }
    void show(const StepTiming& row) const {
        fmt::print("{}", bench_row(report_, row));
        std::fflush(stdout);
    }
    void keep() const { write_file(arguments_.output, bench_json(report_).dump(1) + "\n"); }
    void write_reports() const {
        if (arguments_.energy) {
            const EnergyReading energy = read_energy(options_.device);
            if (energy.joules) {
                const auto say = [](const StepTiming& row) {
                    if (row.joule_per_step)
                        fmt::print("energy of {} on {}: {} per node and step\n", row.stencil, row.backend,
                                   si_text(*row.joule_per_step / static_cast<double>(row.extent.nodes()), "J"));
                };
                for (const StepTiming& row : report_.rows) say(row);
                if (report_.scene) say(report_.scene->whole);
            } else {
                fmt::print("energy: not available: {}\n", energy.why_not);
            }
        }
        if (!arguments_.json_file.empty()) write_file(arguments_.json_file, bench_json(report_).dump(2) + "\n");
        if (!arguments_.csv_file.empty()) write_file(arguments_.csv_file, bench_csv(report_));
        if (!arguments_.markdown_file.empty()) write_file(arguments_.markdown_file, bench_markdown(report_));
        if (!arguments_.plot_file.empty()) write_file(arguments_.plot_file, bench_plot(report_));
    }

    const Arguments& arguments_;
    Machine machine_;
    BackendOptions options_;
    BenchReport report_;
};

void run_bench(const Arguments& arguments) {
    Machine machine = inspect_machine(arguments.input.threads);
    machine.gpu = wanted_gpu(arguments.input);
    Bench bench(arguments, machine);
    if (!arguments.input.file.empty()) {
        bench.run_scene(load_scene(arguments.input));
        return;
    }
    const std::vector<const BackendEntry*> backends = bench_backends(arguments.input.backend, machine);
    const std::vector<Precision> precisions = arguments.both_precisions
                                                  ? std::vector{Precision::float32, Precision::float64}
                                                  : std::vector{arguments.input.plan_options().precision};
    std::vector<BenchRequest> requests;
    if (!arguments.suite.empty())
        requests = suite_requests(arguments.suite, backends, precisions);
    else
        requests.push_back({wanted_stencils(arguments), backends, {extent_of(arguments.size)}, precisions});
    bench.run_jobs(make_jobs(requests));
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
    add_choice(command->add_option("--suite", arguments->suite, "redo a published measurement"),
               {"large-stencils", "placement"});
    command->add_option("--size", arguments->size, "grid: N, NXxNZ (2D) or NXxNYxNZ")->type_name("N");
    add_choice(command->add_option("--isa", arguments->isa, "CPU instruction set (default: the best)"),
               {"x86-64-v2", "x86-64-v3", "x86-64-v4"});
    command->add_option("--repeats", arguments->repeats, "samples per row; the median counts")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command->add_flag("--energy", arguments->energy, "also read the GPU's energy counter, one second per row");
    command
        ->add_option("-o,--output", arguments->output,
                     "JSON file that keeps every row as soon as it is measured; named again, it goes on from there")
        ->type_name("FILE");
    command->add_option("--json", arguments->json_file, "also write JSON")->type_name("FILE");
    command->add_option("--csv", arguments->csv_file, "also write CSV")->type_name("FILE");
    command->add_option("--markdown", arguments->markdown_file, "also write a Markdown table")->type_name("FILE");
    command->add_option("--plot", arguments->plot_file, "also draw CTPN against K as SVG")->type_name("FILE");
    command->footer(
        "CTPN is the time of the step loop / (steps x nodes), by device events on a GPU. F is\n"
        "what memory allows: the in-place update a = k b - a with the same threads or on the\n"
        "same device. Grids below 512 sit in caches. --backend also takes a list with commas\n"
        "or `all`; auto is every backend of the GPU, without one the CPU. Registers are per\n"
        "thread, shared memory [bytes] per block, spills [bytes] per thread.\n"
        "\n"
        "Examples:\n"
        "  wavesim bench\n"
        "  wavesim bench --family leggy --size 256 --precision double\n"
        "  wavesim bench --all --backend all --output all.json --markdown all.md\n"
        "  wavesim bench --suite large-stencils --output large.json --plot large.svg\n"
        "  wavesim bench scenes/room.yaml --set grid.spacing='1.5 cm' --json room.json");
    command->callback([arguments, command] {
        arguments->both_precisions = !arguments->suite.empty() && command->get_option("--precision")->count() == 0;
        run_bench(*arguments);
    });
}

}  // namespace wavesim
