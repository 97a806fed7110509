// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_demand.hpp"

#include <set>

#include "stencils/equations/grid_terms.hpp"
#include "stencils/gpu/statements/group_text.hpp"
#include "stencils/gpu/statements/statement_fusion.hpp"
#include "stencils/gpu/statements/statement_model.hpp"

namespace wavesim {

namespace {

using equations::Access;
using equations::GraphEdge;
using equations::Operation;
using equations::Origin;

int operations_of(const StatementPlan& plan, const equations::Statement& statement) {
    int operations = 0;
    for (const equations::GridTerm& term :
         equations::terms_on_grid(statement, plan.differences(), plan.time_step(), plan.spacing())) {
        if (term.operation == Operation::number || term.operation == Operation::access) continue;
        int nodes = 0;
        for (const equations::WeightGroup& group : term.groups) nodes += static_cast<int>(group.offsets.size());
        // n nodes of w weights: n - w sums, w products, and w - 1 sums.
        operations += term.operation == Operation::laplace ? nodes + static_cast<int>(term.groups.size()) - 1 : 1;
    }
    return operations;
}

}  // namespace

GroupDemand demand_of(const StatementPlan& plan, const StatementGroup& group) {
    GroupDemand demand;
    demand.memory_accesses = static_cast<int>(group.reads.size() + group.writes.size());
    const int loads = group_loads(plan, group);
    if (plan.by_columns(group))
        for (const ColumnWindow& window : column_windows(plan, group)) {
            demand.register_planes += window.high - window.low + (plan.schedule().ahead ? 1 : 0);
            demand.register_accesses += window.reads - 1;
        }
    if (group.chip) demand.shared_planes = static_cast<int>(std::ssize(group.chip->kept)) * planes_kept(*group.chip);
    demand.shared_accesses = chip_loads(plan, group);
    demand.cache_accesses = loads - static_cast<int>(group.reads.size());
    for (const int s : group.statements)
        demand.operations += operations_of(plan, plan.program().statements[static_cast<std::size_t>(s)]);
    return demand;
}

MovedValues moved_values(const StatementPlan& plan) {
    MovedValues moved;
    std::set<Access> at_end;  // levels that are read, levels that are written, and what does not change
    for (const StatementGroup& group : plan.groups()) {
        if (group.fixed || group.shell) continue;
        for (const int s : group.statements) {
            moved.of_statements += 1;
            for (const GraphEdge& edge : plan.graph().nodes[static_cast<std::size_t>(s)].reads) {
                if (edge.nodes == 0) continue;
                moved.of_statements += 1;
                const Access& value = edge.value;
                const bool fixed = value.origin == Origin::parameter ||
                                   (value.origin == Origin::statement &&
                                    plan.graph().nodes[static_cast<std::size_t>(value.index)].fixed);
                if (fixed || (value.origin == Origin::field && value.time != equations::Time::next))
                    at_end.insert(value);
            }
        }
    }
    const std::vector<bool> all(plan.program().declared.parameters.size(), true);
    moved.of_groups = values_moved(plan, plan.per_node(all));
    moved.of_fields = static_cast<int>(at_end.size() + plan.program().declared.fields.size());
    return moved;
}

}  // namespace wavesim
