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

/// A program as it is computed.
struct Computed {
    explicit Computed(const ProblemShape& problem)
        : program(with_stored_parts(*kind_of(problem).program, differences_of(problem))),
          graph(equations::graph_of(program, differences_of(problem))) {}

    equations::Program program;
    StatementGraph graph;
};

bool any_wall(const WallPasses& walls) {
    return !walls.solids.empty() || !walls.corrections.empty() || !walls.explicit_walls.nodes.empty() ||
           !walls.branch_walls.nodes.empty() || !walls.ports.empty();
}

/// Bytes of the rows of one thread: at most one room per operation.
std::int64_t room_bytes(const equations::Program& program, Precision precision) {
    std::size_t most = 0;
    for (const Statement& statement : program.statements) most = std::max(most, statement.terms.size());
    return static_cast<std::int64_t>(most) * row_chunk * bytes_of(precision);
}

std::int64_t host_bytes(const StencilProblem& problem, const Computed& computed, int threads) {
    const FieldLayout layout = make_statement_layout(problem.extent, computed.graph, problem.precision);
    std::int64_t bytes = statement_arrays(computed.program, computed.graph) *
                         allocated_bytes(layout.values * bytes_of(problem.precision));
    for (const Injection& source : problem.sources)
        bytes += static_cast<std::int64_t>(8 * source.signal.size() + 16 * source.at.nodes.size());
    return bytes + std::max(1, threads) * room_bytes(computed.program, problem.precision) +
           receiver_list_bytes(problem);
}

/// Vector operations of a step: one per operation of the text and one per node in a sum.
double operations(const Computed& computed) {
    double count = 0;
    for (std::size_t s = 0; s < computed.graph.nodes.size(); ++s) {
        if (computed.graph.nodes[s].fixed) continue;
        count += static_cast<double>(computed.program.statements[s].terms.size());
        for (const GraphEdge& edge : computed.graph.nodes[s].reads) count += edge.nodes;
    }
    return count;
}

double predicted_ctpn(const StencilProblem& problem, const Computed& computed, const Machine& machine) {
    const double value = static_cast<double>(bytes_of(problem.precision));
    const double arithmetic = operations(computed) * program_operation_s * value / 4;
    const double triad = machine.triad.of(problem.precision);
    const double memory = triad > 0 ? static_cast<double>(values_moved(computed.graph)) * value / triad : 0;
    return arithmetic / std::max(1, machine.threads) + memory;
}

Proposal propose(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = program_why_not(problem); !reason.empty()) return Proposal::refused(std::move(reason));
    const Computed computed(problem);
    return {.host_bytes = host_bytes(problem, computed, asked.machine.threads),
            .ctpn_s = predicted_ctpn(problem, computed, asked.machine)};
}

std::unique_ptr<StencilBackend> open(const Problem& any, const BackendOptions& options, const Proposal&) {
    const auto& problem = std::get<ProgramProblem>(any);
    if (const std::string reason = program_why_not(problem); !reason.empty()) throw std::invalid_argument(reason);
    expect_parameters(problem);
    return make_program_backend(problem, options);
}

NodeWork work(const StencilProblem& problem) {
    const StatementGraph graph = Computed(problem).graph;
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
    return equations::reach_fault(equations::graph_of(*kind_of(problem).program, differences_of(problem)));
}

void expect_parameters(const ProgramProblem& problem) {
    if (problem.parameters.size() != problem.kind().program->declared.parameters.size())
        throw std::invalid_argument("a program needs values for each of its parameters");
}

MediumSupport program_support() {
    return {.is_kind = &is_kind<ProgramShape>, .propose = &propose, .open = &open, .work = &work};
}

}  // namespace wavesim::cpu
