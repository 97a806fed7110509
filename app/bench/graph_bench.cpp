// SPDX-License-Identifier: MIT
#include "app/bench/graph_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/bench/graph_report.hpp"
#include "app/bench/utc_date.hpp"
#include "app/errors.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/scene/equations_file.hpp"
#include "programs/program_file.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/statements/statement_demand.hpp"
#include "stencils/gpu/statements/statement_maker.hpp"
#include "stencils/gpu/statements/statement_model.hpp"
#include "stencils/gpu/statements/usual_schedule.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/joules.hpp"
#include "stencils/measure/stepper.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

using equations::Access;
using equations::GraphEdge;
using equations::GraphNode;
using equations::Origin;

constexpr const char* usual_stencil = "leggy-4";
/// Memory rate [bytes/s] and multiprocessors of one NVIDIA H200, for machines without a GPU.
constexpr double usual_rate = 4.33e12;
constexpr int usual_multiprocessors = 132;

constexpr const char* changes_of_suites[] = {"",
                                             "tile=64x8",
                                             "ahead=yes",
                                             "form=nodes",
                                             "fusion=chip,tile=32x16,resident=1",
                                             "fusion=chip,tile=32x24,resident=1"};

/// The schedules that are compared: changes of the first one, which `auto` takes.
constexpr const char* changes[] = {"",
                                   "ahead=yes",
                                   "tile=64x4",
                                   "tile=64x8",
                                   "tile=32x16",
                                   "resident=4",
                                   "planes=32",
                                   "parts=all",
                                   "parts=none",
                                   "form=nodes",
                                   "form=nodes,tile=64x4",
                                   "form=nodes,parts=none",
                                   "fusion=chip,tile=32x16,resident=1",
                                   "fusion=chip,tile=32x16",
                                   "fusion=chip,tile=32x24,resident=1",
                                   "fusion=chip,tile=48x16,resident=1",
                                   "fusion=chip,tile=32x32,resident=1",
                                   "fusion=chip,tile=32x32,resident=1,parts=all",
                                   "fusion=chip,tile=64x16,resident=1",
                                   "fusion=chip,tile=32x16,resident=1,ahead=yes",
                                   "fusion=chip,tile=32x24,resident=1,ahead=yes"};

std::string name_of(const equations::Program& program, const Access& value) {
    const auto i = static_cast<std::size_t>(value.index);
    if (value.origin == Origin::parameter) return program.declared.parameters[i].name;
    if (value.origin == Origin::statement) return program.statements[i].name;
    const char* const level = value.time == equations::Time::old    ? ".old"
                              : value.time == equations::Time::next ? ".new"
                                                                    : "";
    return program.declared.fields[i].name + level;
}

std::string reach_text(const equations::Reach& reach) {
    std::string text;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (reach.low[axis] != 0 || reach.high[axis] != 0)
            text += fmt::format("{}{}{}..{}", text.empty() ? "" : " ", "xyz"[axis], reach.low[axis], reach.high[axis]);
    return text.empty() ? "at the node" : text;
}

std::string graph_text(const StatementPlan& plan) {
    std::string text = "Statements\n";
    for (std::size_t s = 0; s < plan.program().statements.size(); ++s) {
        const GraphNode& node = plan.graph().nodes[s];
        text += fmt::format("  {}: {}\n", plan.program().statements[s].name,
                            node.fixed ? "never changes" : fmt::format("stage {}", node.stage));
        for (const GraphEdge& edge : node.reads)
            if (edge.nodes > 0)
                text += fmt::format("    reads {} {}, {}\n", name_of(plan.program(), edge.value),
                                    reach_text(edge.reach), counted(edge.nodes, "node"));
    }
    return text;
}

std::string groups_text(const StatementPlan& plan) {
    std::string text = "Kernels of a step\n";
    for (const StatementGroup& group : plan.groups()) {
        if (group.fixed) continue;
        std::string names;
        if (group.shell) names = "near the sides once more: ";
        for (const int s : group.statements)
            names += (names.empty() || names.back() == ' ' ? "" : ", ") +
                     plan.program().statements[static_cast<std::size_t>(s)].name;
        const GroupDemand demand = demand_of(plan, group);
        text += fmt::format(
            "  {}\n    planes: {} in registers, {} in shared memory\n    accesses per node: {} of memory, {} of "
            "registers, {} of shared memory, {} of caches\n    operations per node: {}\n",
            names, demand.register_planes, demand.shared_planes, demand.memory_accesses, demand.register_accesses,
            demand.shared_accesses, demand.cache_accesses, demand.operations);
    }
    const MovedValues moved = moved_values(plan);
    const std::int64_t value = bytes_of(plan.precision());
    text += fmt::format(
        "Bytes per node and step, if every parameter varies\n  {} a kernel per statement\n  {} these kernels, which "
        "save {}\n  {} one kernel for all{}\n",
        moved.of_statements * value, moved.of_groups * value, (moved.of_statements - moved.of_groups) * value,
        moved.of_fields * value, moved.of_fields < moved.of_groups ? ", which is not built" : "");
    return text;
}

/// The program on a grid with rigid sides, with time steps so short that nothing grows.
ProgramProblem problem_of(const equations::Program& program, const Stencil& stencil, const Extent& extent,
                          Precision precision) {
    constexpr double short_step_s = 1e-6;
    ProblemShape shape;
    shape.extent = extent;
    shape.precision = precision;
    shape.stencil = stencil;
    shape.halo.fill(HaloRule::mirror_half);
    const auto varying = static_cast<int>(program.declared.parameters.size());
    shape.medium = ProgramShape{std::make_shared<const equations::Program>(program), 0, short_step_s, 1, varying};
    return ProgramProblem(shape);
}

/// Parameters that vary by a tenth from node to node.
void fill_parameters(ProgramProblem& problem) {
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    for (const equations::Parameter& parameter : problem.kind().program->declared.parameters) {
        std::vector<double> values(nodes);
        for (std::size_t i = 0; i < nodes; ++i)
            values[i] = parameter.value * (1 + 0.1 * static_cast<double>(i % 11) / 11);
        problem.parameters.push_back(std::move(values));
    }
}

using Measured = GraphRow::Measured;

Measured measure(const ProgramProblem& problem, const StatementPlan& plan, const Gpu& gpu,
                 const BenchArguments& arguments) {
    BackendOptions options;
    options.device = gpu.index;
    const auto backend = make_statement_cuda_backend(problem, plan, options);
    backend->fill_with_noise();
    backend->advance(4);
    const std::int64_t steps = repetitions(backend->advance_timed(4) / 4);
    std::vector<double> samples;
    for (int i = 0; i < arguments.repeats; ++i)
        samples.push_back(backend->advance_timed(steps) / static_cast<double>(steps * problem.extent.nodes()));
    Measured found{median(samples), std::ranges::min(samples), std::ranges::max(samples), {}, backend->facts()};
    if (!arguments.energy) return found;
    const auto joules = joules_per_unit([&gpu] { return read_energy(gpu.index); },
                                        [&] {
                                            return WorkDone{steps, backend->advance_timed(steps)};
                                        },
                                        1.0);
    if (joules) found.joule_per_node = *joules / static_cast<double>(problem.extent.nodes());
    return found;
}

std::string energy_text(double joule_per_node, int operations) {
    return fmt::format("{} per node, {} per FLOP", si_text(joule_per_node, "J"),
                       si_text(joule_per_node / operations, "J"));
}

/// Operations per node of a step.
int operations_of(const StatementPlan& plan) {
    int operations = 0;
    for (const StatementGroup& group : plan.groups())
        if (!group.fixed && !group.shell) operations += demand_of(plan, group).operations;
    return operations;
}

std::vector<StatementSchedule> schedules(const std::string& wanted, const StatementSchedule& usual) {
    std::vector<StatementSchedule> found{usual};
    if (!wanted.empty()) {
        StatementSchedule schedule;
        if (const std::string fault = change_schedule(schedule, wanted); !fault.empty())
            throw UsageError("--schedule: " + fault);
        return {schedule};
    }
    for (const char* const change : changes) {
        StatementSchedule schedule;
        change_schedule(schedule, change);
        if (schedule != usual) found.push_back(schedule);
    }
    return found;
}

}  // namespace

void run_graph_bench(const BenchArguments& arguments, Precision precision, const std::optional<Extent>& size,
                     const Machine& given) {
    const equations::Program program = read_equations(arguments.programs.graph_file);
    const bool in_3d = std::ranges::count(program.declared.dims, 3) > 0;
    const Extent extent = size.value_or(in_3d ? Extent{512, 512, 512} : Extent{8192, 1, 8192});
    if (std::ranges::count(program.declared.dims, extent.ny == 1 ? 2 : 3) == 0)
        throw UsageError(fmt::format("{} is for {} dimensions: --size is {}", arguments.programs.graph_file,
                                     in_3d ? 3 : 2, in_3d ? "N or NXxNYxNZ" : "NXxNZ"));
    const Stencil stencil =
        make_stencil(arguments.stencils.empty() ? usual_stencil : arguments.stencils.front(), extent.ny == 1 ? 2 : 3);
    ProgramProblem problem = problem_of(program, stencil, extent, precision);
    const std::vector<StatementSchedule> compared =
        schedules(arguments.programs.schedule, usual_schedule(problem.kind(), problem));
    const StatementPlan first(problem.kind(), problem, compared.front());
    if (const std::string fault = first.why_not(); !fault.empty()) throw UsageError("--graph: " + fault);

    Machine machine = given;
    const bool measures = machine.gpu.usable();
    if (measures) {
        fill_parameters(problem);
        machine.gpu.triad.of(precision) = measure_device_triad(1 << 27, precision, machine.gpu.index, 0.1);
    } else {
        machine.gpu.multiprocessors = usual_multiprocessors;
        machine.gpu.triad.of(precision) = usual_rate;
    }
    put(fmt::format("{}, {}, {}, {}\n\n{}\n{}\n", program.name, stencil.name,
                    extent_text(extent, extent.ny == 1 ? 2 : 3), word_of(precision), graph_text(first),
                    groups_text(first)));
    if (arguments.energy) {
        const std::string why_not = measures ? read_energy(machine.gpu.index).why_not : machine.gpu.why_not();
        if (!why_not.empty()) put(fmt::format("energy: not available: {}\n\n", why_not));
    }
    const std::vector<bool> varying(program.declared.parameters.size(), true);
    GraphReport report{
        measures ? machine.gpu.name : "", utc_date(), WAVESIM_VERSION, program.name, stencil.name, extent, precision,
        machine.gpu.triad.of(precision),  {}};
    put(fmt::format("Schedules on {} at {}\n", measures ? machine.gpu.name : "one NVIDIA H200 (a guess)",
                    si_text(report.bytes_per_s, "B/s")));
    for (const StatementSchedule& schedule : compared) {
        const StatementPlan plan(problem.kind(), problem, schedule);
        const std::vector<bool> per_node = plan.per_node(varying);
        GraphRow row{to_text(schedule), operations_of(plan),
                     static_cast<double>(values_moved(plan, per_node) * bytes_of(precision)),
                     gpu_statement_ctpn(plan, per_node, problem, machine)};
        const double memory = report.floor_s(row);
        std::string text = fmt::format("  {:<79} memory {:5.1f} ps per node, predicted {:5.1f}", row.schedule,
                                       1e12 * memory, 1e12 * row.predicted_s);
        if (measures) {
            const Measured& found = row.measured.emplace(measure(problem, plan, machine.gpu, arguments));
            text += fmt::format(", measured {:5.1f}, {:4.2f} of memory; {} registers, {} bytes spilled, {} blocks",
                                1e12 * found.ctpn_s, found.ctpn_s / memory, found.facts.registers,
                                found.facts.local_bytes, found.facts.blocks_per_multiprocessor);
            if (found.joule_per_node) text += "; " + energy_text(*found.joule_per_node, row.operations);
        }
        put(text + "\n");
        report.rows.push_back(std::move(row));
    }
    if (!arguments.json_file.empty()) write_file(arguments.json_file, graph_json(report).dump(2) + "\n");
}

std::vector<StencilgenResult> run_equations_of_stencilgen(const BenchArguments& arguments,
                                                          const std::vector<Precision>& precisions,
                                                          const std::optional<Extent>& size, const Machine& machine) {
    const auto say = [&](const std::string& text) { arguments.json ? tell(text) : put(text); };
    std::vector<StencilgenResult> results;
    say("\nPrograms with several fields or statements, fastest of some schedules\n");
    for (const auto& [name, text] : embedded_equations())
        for (const Precision precision : precisions) {
            const equations::Program program = parse_equations(text, std::string(name) + ".yaml");
            const Extent extent = size && size->ny > 1 ? *size : Extent{512, 512, 512};
            ProgramProblem problem = problem_of(program, make_stencil(usual_stencil, 3), extent, precision);
            const StatementPlan plan(problem.kind(), problem);
            const std::vector<bool> varying(program.declared.parameters.size(), true);
            const std::int64_t need = statement_device_bytes(plan, plan.per_node(varying), {problem, machine});
            if (need > machine.gpu.memory_free)
                throw EnvironmentError(EnvironmentError::Kind::memory,
                                       fmt::format("{} needs {} on the GPU, and {} are free; use a smaller --size",
                                                   name, bytes_text(need), bytes_text(machine.gpu.memory_free)));
            fill_parameters(problem);
            Measured best;
            StatementSchedule best_schedule;
            for (const char* const change : changes_of_suites) {
                StatementSchedule schedule;
                change_schedule(schedule, change);
                const Measured found =
                    measure(problem, StatementPlan(problem.kind(), problem, schedule), machine.gpu, arguments);
                if (best.ctpn_s > 0 && found.ctpn_s >= best.ctpn_s) continue;
                best = found;
                best_schedule = schedule;
            }
            const int operations = operations_of(plan);
            say(fmt::format(
                "{:<18} {:>16} {:>6} {:6.2f} ps per node, {:6.1f} Gnode/s, {:6.0f} GFLOP/s of {} per node, {} "
                "registers, {} bytes spilled, {}\n",
                name, extent_text(extent, 3), word_of(precision), 1e12 * best.ctpn_s, 1e-9 / best.ctpn_s,
                1e-9 * operations / best.ctpn_s, operations, best.facts.registers, best.facts.local_bytes,
                to_text(best_schedule)));
            if (best.joule_per_node) say(fmt::format("{:<18} {}\n", "", energy_text(*best.joule_per_node, operations)));
            results.push_back({std::string(name), precision, operations / best.ctpn_s});
        }
    return results;
}

}  // namespace wavesim
