// SPDX-License-Identifier: MIT
#include "app/bench/program_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/bench/program_rows.hpp"
#include "app/bench/utc_date.hpp"
#include "app/errors.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/scene/canonical.hpp"
#include "programs/blocking_source.hpp"
#include "programs/formula_text.hpp"
#include "programs/linear_form.hpp"
#include "programs/program_file.hpp"
#include "programs/program_layout.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/gpu/common/energy_meter.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/triad_rate.hpp"

namespace wavesim {

namespace {

/// Table 3 of AN5D.
const std::vector<std::string> an5d_programs{"star2d1r", "star2d2r", "star2d3r", "star2d4r", "box2d1r",    "box2d2r",
                                             "box2d3r",  "box2d4r",  "j2d5pt",   "j2d9pt",   "j2d9pt-gol", "gradient2d",
                                             "star3d1r", "star3d2r", "star3d3r", "star3d4r", "box3d1r",    "box3d2r",
                                             "box3d3r",  "box3d4r",  "j3d27pt"};
const std::vector<std::string> stencilgen_programs{"j2d5pt",     "j2d9pt", "j2d9pt-gol", "gaussian",
                                                   "gradient2d", "j3d7pt", "j3d13pt",    "j3d17pt",
                                                   "j3d27pt",    "heat",   "poisson"};

/// The GPU for which kernels are written on machines without one: one NVIDIA H200.
Gpu usual_gpu() {
    Gpu gpu;
    gpu.capability_major = 9;
    gpu.multiprocessors = 132;
    gpu.threads_per_block = 1024;
    gpu.threads_per_multiprocessor = 2048;
    gpu.shared_per_block = 227 << 10;
    gpu.shared_per_multiprocessor = 228 << 10;
    return gpu;
}

BlockingConfiguration first_choice(const StencilProgram& program, const Extent& extent, Precision precision,
                                   const Gpu& gpu) {
    try {
        return choose_configuration(program, extent, precision, gpu).configuration;
    } catch (const std::invalid_argument&) {
        throw EnvironmentError(EnvironmentError::Kind::device,
                               fmt::format("{} reads nodes up to {} away: no block of it fits the {} KiB of shared "
                                           "memory that the GPU gives to one",
                                           program.name, program.radius(), gpu.shared_per_block >> 10));
    }
}

/// Refuses impossible requests before anything is compiled.
void expect_possible(const StencilProgram& program, Precision precision, const std::optional<Extent>& size) {
    if (size && (size->ny == 1) != (program.dims == 2))
        throw UsageError(fmt::format("{} has {} dimensions: --size is {}", program.name, program.dims,
                                     program.dims == 2 ? "NXxNZ" : "N or NXxNYxNZ"));
    if (precision == Precision::float64) return;
    if (const auto value = beyond_float(program.formula))
        throw UsageError(
            fmt::format("{} has a number or a weight of {:.3g}, which float cannot hold; use --precision "
                        "double",
                        program.name, *value));
}

/// The configuration chosen without measurement, with the changes of --blocking. If --blocking sets the
/// tile, each thread computes one node and `lanes` is off, unless --blocking sets `nodes` or `lanes` too.
BlockingConfiguration given_configuration(const StencilProgram& program, const Extent& extent, Precision precision,
                                          const Gpu& gpu, const std::string& blocking) {
    BlockingConfiguration c = first_choice(program, extent, precision, gpu);
    if (blocking.find("tile=") != std::string::npos) c.nodes_x = c.nodes_y = 1, c.lanes = false;
    if (const std::string fault = change_configuration(c, blocking); !fault.empty())
        throw UsageError("--blocking: " + fault);
    if (const std::string fault = why_not(program, c, precision, gpu.shared_per_block); !fault.empty())
        throw UsageError(fmt::format("--blocking: {}: {} ({})", program.name, fault, to_text(c)));
    return c;
}

/// Measures stencil programs and prints the rows.
class ProgramBench {
  public:
    ProgramBench(const BenchArguments& arguments, const std::optional<Extent>& size, const Machine& machine)
        : arguments_(arguments), size_(size), machine_(machine) {
        report.device = machine.gpu.name;
        report.version = WAVESIM_VERSION;
        report.date = utc_date();
        if (!arguments.output.empty()) report.rows = kept_program_rows(arguments.output, report);
        if (!report.rows.empty())
            say(fmt::format("{} already in {}\n", counted(static_cast<std::int64_t>(report.rows.size()), "row"),
                            arguments.output));
        say(program_header(report));
    }

    void run(const StencilProgram& program, Precision precision) {
        const Extent extent = size_.value_or(program.usual_extent());
        expect_memory(program, extent, precision);
        if (!arguments_.suite.empty() && arguments_.programs.blocking.empty() && arguments_.programs.sweep.empty())
            if (const auto theirs = stencilgen_configuration(program, precision, machine_.gpu)) {
                BlockingConfiguration c = *theirs;
                const bool an5d = arguments_.suite == "an5d";
                if (!an5d) c.registers = RegisterScheme::shifting, c.planes = PlaneScheme::per_level;
                if (why_not(program, c, precision, machine_.gpu.shared_per_block).empty())
                    measure(program, extent, c, precision, an5d ? "sconf" : "stencilgen");
            }
        const bool tuned = arguments_.programs.blocking.empty();
        if (arguments_.programs.sweep.empty() && tuned) {
            const std::string tries = fmt::format("tries={}", arguments_.programs.tries);
            if (has(key_of(program, extent, precision, "tuned", tries))) return;
            return measure(program, extent, best_of(program, extent, precision), precision, "tuned", tries);
        }
        const BlockingConfiguration best = best_of(program, extent, precision);
        if (arguments_.programs.sweep.empty()) return measure(program, extent, best, precision, "given");
        BlockingConfiguration c = best;
        for (c.levels = 1; c.levels <= (program.dims == 2 ? 16 : 8); ++c.levels)
            if (why_not(program, c, precision, machine_.gpu.shared_per_block).empty())
                measure(program, extent, c, precision, "sweep");
    }

    void say(const std::string& text) const { arguments_.json ? tell(text) : put(text); }

    ProgramReport report;

  private:
    BlockingConfiguration best_of(const StencilProgram& program, const Extent& extent, Precision precision) const {
        if (!arguments_.programs.blocking.empty())
            return given_configuration(program, extent, precision, machine_.gpu, arguments_.programs.blocking);
        const auto candidates = tuning_candidates(program, extent, precision, machine_.gpu, arguments_.programs.tries);
        if (candidates.size() == 1) return candidates.front();
        tell(fmt::format("... {} in {}: {} configurations are compiled and tried\n", program.name, word_of(precision),
                         candidates.size()));
        return tune_program(program, extent, precision, machine_.gpu, candidates, machine_.threads);
    }

    int iterations_of(const StencilProgram& program) const {
        return arguments_.programs.iterations > 0 ? arguments_.programs.iterations : program.iterations;
    }

    std::string key_of(const StencilProgram& program, const Extent& extent, Precision precision, const char* kind,
                       const std::string& choice) const {
        return fmt::format("{} {} {} {} {} {} x {} {}{}", program.name, hash_text(update_function(program.formula)),
                           extent_text(extent, program.dims), word_of(precision), kind, arguments_.repeats,
                           iterations_of(program), choice, arguments_.energy ? " with energy" : "");
    }

    bool has(const std::string& key) const {
        return std::ranges::find(report.rows, key, &ProgramTiming::key) != report.rows.end();
    }

    /// Measures a row unless an earlier run has kept it. `choice`: the text from which the configuration follows; if
    /// empty, the configuration itself.
    void measure(const StencilProgram& program, const Extent& extent, const BlockingConfiguration& configuration,
                 Precision precision, const char* kind, const std::string& choice = {}) {
        const std::string key =
            key_of(program, extent, precision, kind, choice.empty() ? to_text(configuration) : choice);
        if (has(key)) return;
        ProgramTiming row = measure_program(program, extent, configuration, precision, machine_.gpu,
                                            iterations_of(program), arguments_.repeats, machine_.threads);
        row.kind = kind;
        row.key = key;
        if (arguments_.energy)
            row.joule_per_node =
                measure_program_energy(program, extent, configuration, precision, machine_.gpu, iterations_of(program));
        row.floor_nodes_per_s = floor_rate(precision) / (3 * static_cast<double>(bytes_of(precision)));
        report.rows.push_back(row);
        if (!arguments_.output.empty()) write_file(arguments_.output, program_json(report).dump(1) + "\n");
        say(program_row(row));
    }

    /// Memory rate for the floor F of two-step schemes, bytes per second, measured once per precision. It uses as many
    /// values as `doctor` if they fit.
    double floor_rate(Precision precision) {
        constexpr std::int64_t usual = 1 << 27;
        double& rate = floor_.of(precision);
        const std::int64_t values = std::min(usual, machine_.gpu.memory_free / (4 * bytes_of(precision)));
        if (rate <= 0) rate = measure_device_triad(values, precision, machine_.gpu.index, 0.1);
        return rate;
    }

    void expect_memory(const StencilProgram& program, const Extent& extent, Precision precision) const {
        const auto need = 2 * ProgramLayout(program, extent).size() * static_cast<std::int64_t>(bytes_of(precision));
        if (need > machine_.gpu.memory_free)
            throw EnvironmentError(EnvironmentError::Kind::memory,
                                   fmt::format("{} needs {} on the GPU, and {} are free; use a smaller --size",
                                               program.name, bytes_text(need), bytes_text(machine_.gpu.memory_free)));
    }

    const BenchArguments& arguments_;
    std::optional<Extent> size_;
    const Machine& machine_;
    TriadRates floor_;
};

}  // namespace

const std::vector<std::string>& program_suite_names() {
    static const std::vector<std::string> names{"an5d", "stencilgen"};
    return names;
}

bool wants_programs(const BenchArguments& arguments) {
    return !arguments.programs.files.empty() || std::ranges::count(program_suite_names(), arguments.suite) > 0;
}

std::vector<StencilProgram> wanted_programs(const BenchArguments& arguments) {
    std::vector<StencilProgram> programs;
    for (const std::string& file : arguments.programs.files) programs.push_back(read_program(file));
    if (arguments.suite == "an5d")
        for (const std::string& name : an5d_programs) programs.push_back(shipped_program(name));
    if (arguments.suite == "stencilgen")
        for (const std::string& name : stencilgen_programs) programs.push_back(shipped_program(name));
    return programs;
}

ProgramReport run_program_bench(const BenchArguments& arguments, const std::vector<StencilProgram>& programs,
                                const std::vector<Precision>& precisions, const std::optional<Extent>& size,
                                const Machine& machine) {
    for (const StencilProgram& program : programs)
        for (const Precision precision : precisions) expect_possible(program, precision, size);
    if (!machine.gpu.usable())
        throw EnvironmentError(EnvironmentError::Kind::device,
                               "stencil programs are measured on a GPU: " + machine.gpu.why_not());
    ProgramBench bench(arguments, size, machine);
    for (const StencilProgram& program : programs)
        for (const Precision precision : precisions) bench.run(program, precision);
    bench.say(program_footer());
    if (arguments.energy) bench.say(program_energy(bench.report, read_energy(machine.gpu.index).why_not));
    if (!arguments.json_file.empty()) write_file(arguments.json_file, program_json(bench.report).dump(2) + "\n");
    if (!arguments.csv_file.empty()) write_file(arguments.csv_file, program_csv(bench.report));
    if (!arguments.markdown_file.empty()) write_file(arguments.markdown_file, program_markdown(bench.report));
    return bench.report;
}

void write_program_kernel(const BenchArguments& arguments, const std::vector<StencilProgram>& programs,
                          Precision precision, const std::optional<Extent>& size, const Gpu& gpu) {
    if (programs.size() != 1) throw UsageError("--kernel writes the kernel of one program: name one with --program");
    const StencilProgram& program = programs.front();
    expect_possible(program, precision, size);
    const Gpu target = gpu.usable() ? gpu : usual_gpu();
    const BlockingConfiguration c = given_configuration(program, size.value_or(program.usual_extent()), precision,
                                                        target, arguments.programs.blocking);
    write_file(arguments.programs.kernel_file,
               "// " + program.name + ", " + to_text(c) + "\n" + blocking_source(program, c, precision));
}

}  // namespace wavesim
