// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/statement_layout.hpp"

#include <algorithm>

#include "stencils/cpu/round_up.hpp"
#include "stencils/equations/fixed_parts.hpp"

namespace wavesim::cpu {

FieldLayout make_statement_layout(const Extent& extent, const equations::StatementGraph& graph, Precision precision) {
    const std::int64_t line = 64 / bytes_of(precision);
    FieldLayout layout;
    layout.extent = extent;
    layout.halo_x = graph.halo(0);
    layout.halo_y = graph.halo(1);
    layout.halo_z = graph.halo(2);
    layout.lead = round_up(layout.halo_x, line);
    // Whole vectors read up to a cache line behind the halo of a row, but not the next row.
    layout.row_pitch = round_up(extent.nx + 2 * layout.halo_x + line, line);
    if (layout.row_pitch * bytes_of(precision) % 512 == 0) layout.row_pitch += line;
    layout.plane_pitch = layout.row_pitch * (extent.ny + 2 * layout.halo_y);
    if (layout.plane_pitch * bytes_of(precision) % 4096 == 0) layout.plane_pitch += line;
    layout.values = layout.plane_pitch * (extent.nz + 2 * layout.halo_z) + 2 * layout.lead + 4 * line;
    return layout;
}

bool may_overwrite(const equations::Program& program, const equations::StatementGraph& graph, int field) {
    using equations::Time;
    const auto giver = static_cast<std::size_t>(program.giver(field));
    const Time oldest = program.declared.fields[static_cast<std::size_t>(field)].levels == 2 ? Time::old : Time::now;
    for (std::size_t s = giver; s < graph.nodes.size(); ++s)
        for (const equations::GraphEdge& edge : graph.nodes[s].reads)
            if (edge.value.origin == equations::Origin::field && edge.value.index == field &&
                edge.value.time == oldest && (s != giver || edge.reach.anywhere()))
                return false;
    return true;
}

std::int64_t values_moved(const equations::StatementGraph& graph) {
    std::int64_t values = 0;
    for (const equations::GraphNode& node : graph.nodes)
        if (!node.fixed) values += static_cast<std::int64_t>(node.reads.size()) + 1;
    return values;
}

equations::Program with_stored_parts(const equations::Program& program, const equations::Differences& differences) {
    constexpr std::size_t parts_tried = 16;
    const std::vector<equations::FixedPart> parts = equations::fixed_parts(program);
    std::vector<equations::FixedPart> taken;
    std::int64_t moved = values_moved(equations::graph_of(program, differences));
    for (std::size_t i = 0; i < std::min(parts.size(), parts_tried); ++i) {
        taken.push_back(parts[i]);
        const std::int64_t then =
            values_moved(equations::graph_of(equations::with_parts_apart(program, taken), differences));
        if (then > moved) taken.pop_back();
        moved = std::min(moved, then);
    }
    return equations::with_parts_apart(program, taken);
}

std::int64_t statement_arrays(const equations::Program& program, const equations::StatementGraph& graph) {
    auto count = static_cast<std::int64_t>(program.declared.parameters.size());
    for (std::size_t f = 0; f < program.declared.fields.size(); ++f)
        count += program.declared.fields[f].levels + (may_overwrite(program, graph, static_cast<int>(f)) ? 0 : 1);
    for (const equations::Statement& statement : program.statements) count += statement.field < 0 ? 1 : 0;
    return count;
}

}  // namespace wavesim::cpu
