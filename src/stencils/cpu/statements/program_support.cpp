// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/program_support.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "stencils/cpu/cpu_times.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/statements/program_backend.hpp"
#include "stencils/cpu/statements/row_program_kernel.hpp"
#include "stencils/cpu/statements/statement_layout.hpp"
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim::cpu {

namespace {

using equations::GraphEdge;
using equations::GraphNode;
using equations::Statement;
using equations::StatementGraph;

const ProgramShape& kind_of(const ProblemShape& problem) { return std::get<ProgramShape>(problem.medium); }

equations::Differences differences_of(const ProblemShape& problem) {
    return {problem.stencil, kind_of(problem).program->declared.order};
}

StatementGraph graph_of(const ProblemShape& problem) {
    return equations::graph_of(*kind_of(problem).program, differences_of(problem));
}

bool any_wall(const WallPasses& walls) {
    return !walls.solids.empty() || !walls.corrections.empty() || !walls.explicit_walls.nodes.empty() ||
           !walls.branch_walls.nodes.empty() || !walls.ports.empty();
}

/// Bytes of the rows of one thread: at most one room per operation.
std::int64_t room_bytes(const ProblemShape& problem) {
    std::size_t most = 0;
    for (const Statement& statement : kind_of(problem).program->statements)
        most = std::max(most, statement.terms.size());
    return static_cast<std::int64_t>(most) * row_chunk * bytes_of(problem.precision);
}

std::int64_t host_bytes(const StencilProblem& problem, const StatementGraph& graph, int threads) {
    const FieldLayout layout = make_statement_layout(problem.extent, graph, problem.precision);
    std::int64_t bytes = statement_arrays(*kind_of(problem).program, graph) *
                         allocated_bytes(layout.values * bytes_of(problem.precision));
    for (const Injection& source : problem.sources)
        bytes += static_cast<std::int64_t>(8 * source.signal.size() + 16 * source.at.nodes.size());
    return bytes + std::max(1, threads) * room_bytes(problem) + receiver_list_bytes(problem);
}

/// Values that a step reads or writes per node, if every array is moved once per statement.
std::int64_t values_moved(const StatementGraph& graph) {
    std::int64_t values = 0;
    for (const GraphNode& node : graph.nodes)
        if (!node.fixed) values += static_cast<std::int64_t>(node.reads.size()) + 1;
    return values;
}

/// Vector operations of a step: one per operation of the text and one per node in a sum.
double operations(const equations::Program& program, const StatementGraph& graph) {
    double count = 0;
    for (std::size_t s = 0; s < graph.nodes.size(); ++s) {
        if (graph.nodes[s].fixed) continue;
        count += static_cast<double>(program.statements[s].terms.size());
        for (const GraphEdge& edge : graph.nodes[s].reads) count += edge.nodes;
    }
    return count;
}

double predicted_ctpn(const StencilProblem& problem, const StatementGraph& graph, const Machine& machine) {
    const double value = static_cast<double>(bytes_of(problem.precision));
    const double arithmetic = operations(*kind_of(problem).program, graph) * program_operation_s * value / 4;
    const double triad = machine.triad.of(problem.precision);
    const double memory = triad > 0 ? static_cast<double>(values_moved(graph)) * value / triad : 0;
    return arithmetic / std::max(1, machine.threads) + memory;
}

Proposal propose(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = program_why_not(problem); !reason.empty()) return Proposal::refused(std::move(reason));
    const StatementGraph graph = graph_of(problem);
    return {.host_bytes = host_bytes(problem, graph, asked.machine.threads),
            .ctpn_s = predicted_ctpn(problem, graph, asked.machine)};
}

std::unique_ptr<StencilBackend> open(const Problem& any, const BackendOptions& options, const Proposal&) {
    const auto& problem = std::get<ProgramProblem>(any);
    if (const std::string reason = program_why_not(problem); !reason.empty()) throw std::invalid_argument(reason);
    expect_parameters(problem);
    return make_program_backend(problem, options);
}

NodeWork work(const StencilProblem& problem) {
    const StatementGraph graph = graph_of(problem);
    int points = 0;
    for (const GraphNode& node : graph.nodes)
        for (const GraphEdge& edge : node.reads) points = std::max(points, edge.nodes);
    return {points, values_moved(graph) * bytes_of(problem.precision), "program"};
}

}  // namespace

std::string program_why_not(const StencilProblem& problem) {
    const Extent& n = problem.extent;
    if (!kind_of(problem).program) return "there is no program";
    if (n.nx < 1 || n.ny < 1 || n.nz < 1) return "the grid has no nodes";
    if (problem.stencil.dims == 2 && n.ny != 1) return "a 2D stencil needs a grid with one node along y";
    if (problem.layers.any()) return "programs have no absorbing layers";
    if (any_wall(problem.walls)) return "programs have no solids and no walls with losses";
    if (!std::ranges::all_of(problem.halo,
                             [](HaloRule rule) { return rule == HaloRule::mirror_half || rule == HaloRule::odd_half; }))
        return "sides of programs are rigid or release the pressure, half a cell beyond the nodes";
    return equations::reach_fault(graph_of(problem));
}

void expect_parameters(const ProgramProblem& problem) {
    if (problem.parameters.size() != problem.kind().program->declared.parameters.size())
        throw std::invalid_argument("a program needs values for each of its parameters");
}

MediumSupport program_support() {
    return {.is_kind = &is_kind<ProgramShape>, .propose = &propose, .open = &open, .work = &work};
}

}  // namespace wavesim::cpu
