// SPDX-License-Identifier: MIT
#include "stencils/equations/statement_graph.hpp"

#include <algorithm>

#include "stencils/equations/linearity.hpp"

namespace wavesim::equations {

namespace {

void add_read(GraphNode& node, const Term& term, const Differences& differences) {
    Access value = term.access;
    value.offset = {};
    auto edge = std::ranges::find(node.reads, value, &GraphEdge::value);
    if (edge == node.reads.end()) edge = node.reads.insert(node.reads.end(), {value, {}, 0});
    for (const WeightedNode& n : differences.nodes(term)) {
        edge->nodes += 1;
        const std::array<int, 3> at{n.offset.x, n.offset.y, n.offset.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            edge->reach.low[axis] = std::min(edge->reach.low[axis], at[axis]);
            edge->reach.high[axis] = std::max(edge->reach.high[axis], at[axis]);
        }
    }
}

/// The statement that computes a value, or -1.
int maker(const Program& program, const Access& value) {
    if (value.origin == Origin::statement) return value.index;
    return value.origin == Origin::field && value.time == Time::next ? program.giver(value.index) : -1;
}

}  // namespace

void Reach::include(const Reach& other) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], other.low[axis]);
        high[axis] = std::max(high[axis], other.high[axis]);
    }
}

Reach operator+(const Reach& a, const Reach& b) {
    Reach sum;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sum.low[axis] = a.low[axis] + b.low[axis];
        sum.high[axis] = a.high[axis] + b.high[axis];
    }
    return sum;
}

StatementGraph graph_of(const Program& program, const Differences& differences) {
    StatementGraph graph;
    graph.fields.resize(program.declared.fields.size());
    graph.parameters.resize(program.declared.parameters.size());
    const std::vector<bool> fixed = fixed_statements(program);
    for (std::size_t s = 0; s < program.statements.size(); ++s) {
        GraphNode node;
        node.fixed = fixed[s];
        for (const Term& term : program.statements[s].terms)
            if (term.reads()) add_read(node, term, differences);
        for (const GraphEdge& edge : node.reads)
            if (const int from = maker(program, edge.value); from >= 0)
                node.stage = std::max(
                    node.stage, graph.nodes[static_cast<std::size_t>(from)].stage + (edge.reach.anywhere() ? 1 : 0));
        if (const int field = program.statements[s].field; field >= 0)
            for (std::size_t axis = 0; axis < 3; ++axis)
                if (program.declared.fields[static_cast<std::size_t>(field)].half[axis]) node.beyond.low[axis] = -1;
        graph.nodes.push_back(std::move(node));
    }
    for (std::size_t s = graph.nodes.size(); s-- > 0;)
        for (const GraphEdge& edge : graph.nodes[s].reads) {
            const Reach needed = graph.nodes[s].beyond + edge.reach;
            const auto index = static_cast<std::size_t>(edge.value.index);
            (edge.value.origin == Origin::field       ? graph.fields[index]
             : edge.value.origin == Origin::parameter ? graph.parameters[index]
                                                      : graph.nodes[index].beyond)
                .include(needed);
        }
    return graph;
}

int StatementGraph::stages() const {
    int last = 0;
    for (const GraphNode& node : nodes) last = std::max(last, node.stage);
    return last + 1;
}

int StatementGraph::halo(int axis) const {
    const auto a = static_cast<std::size_t>(axis);
    int most = 0;
    const auto look = [&](const Reach& reach) { most = std::max({most, -reach.low[a], reach.high[a]}); };
    for (const GraphNode& node : nodes) look(node.beyond);
    for (const Reach& reach : fields) look(reach);
    for (const Reach& reach : parameters) look(reach);
    return most;
}

std::string reach_fault(const StatementGraph& graph) {
    for (const int axis : {0, 1, 2})
        if (const int halo = graph.halo(axis); halo > halo_max)
            return "the statements of one step reach " + std::to_string(halo) + " nodes along " + "xyz"[axis] +
                   ", one through the other, and " + std::to_string(halo_max) + " fit";
    return {};
}

}  // namespace wavesim::equations
