// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_model.hpp"

#include <algorithm>

#include "stencils/gpu/common/counted_nodes.hpp"
#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/statements/group_text.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"
#include "stencils/gpu/statements/statement_times.hpp"

namespace wavesim {

namespace {

/// Picoseconds per node of the threads of a step.
double thread_ps(const StatementPlan& plan) {
    double ps = 0;
    for (const StatementGroup& group : plan.groups()) {
        if (group.fixed) continue;
        const double share = group.shell ? static_cast<double>(shell_nodes(plan, group)) /
                                               static_cast<double>(plan.layout().extent.nodes())
                                         : 1;
        // A block computes the first stage in the halo of its tile, too.
        const std::array<int, 2> own = own_tile(plan, group);
        const double early = static_cast<double>(plan.schedule().threads()) / (own[0] * own[1]);
        const double loads =
            group_loads(plan, group) + (early - 1) * early_loads(plan, group) + chip_loads(plan, group);
        ps += share * statement_times.load_ps * loads;
        for (const int s : group.statements)
            ps += share * statement_times.operation_ps *
                  static_cast<double>(plan.program().statements[static_cast<std::size_t>(s)].terms.size());
    }
    return ps * (plan.precision() == Precision::float64 ? statement_times.in_double : 1);
}

void add_tables(const StatementPlan& plan, const equations::Field* field, std::vector<std::int64_t>& sizes) {
    const std::int64_t entry = plan.precision() == Precision::float32 ? sizeof(kernels::ImageEntry<float>)
                                                                      : sizeof(kernels::ImageEntry<double>);
    for (const auto& entries : image_tables<float>(plan, field).entries) sizes.push_back(entry * std::ssize(entries));
}

}  // namespace

int values_moved(const StatementPlan& plan, const std::vector<bool>& per_node) {
    int values = 0;
    for (const StatementGroup& group : plan.groups()) {
        if (group.fixed || group.shell) continue;
        for (const auto* moved : {&group.reads, &group.writes})
            for (const equations::Access& value : *moved)
                values += per_node[static_cast<std::size_t>(plan.array_of(value, 0))] ? 1 : 0;
    }
    for (const StatementAction& action : plan.actions()) values += action.kind == StatementAction::Kind::copy ? 2 : 0;
    return values;
}

int launches_of_step(const StatementPlan& plan, const StencilProblem& problem) {
    int launches = problem.receivers.empty() ? 0 : 1;
    for (const StatementAction& action : plan.actions())
        launches += action.kind == StatementAction::Kind::push && problem.sources.empty() ? 0 : 1;
    return launches;
}

double gpu_statement_ctpn(const StatementPlan& plan, const std::vector<bool>& per_node, const StencilProblem& problem,
                          const Machine& machine) {
    const double bytes = static_cast<double>(values_moved(plan, per_node) * bytes_of(plan.precision()));
    return seconds_per_node(problem, machine.gpu, bytes, thread_ps(plan), launch_s * launches_of_step(plan, problem));
}

std::int64_t statement_device_bytes(const StatementPlan& plan, const std::vector<bool>& per_node,
                                    const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const std::int64_t value = bytes_of(plan.precision());
    const DeviceLayout plain = device_layout(problem.extent, problem.precision);
    const std::int64_t lists = forecast_device_bytes(problem, 0, node_tables(asked).by_passes) -
                               device_pages({value * plain.values, value * plain.values});
    std::vector<std::int64_t> sizes;
    for (const bool each : per_node) sizes.push_back(each ? value * plan.layout().values : value);
    for (const equations::Field& field : plan.program().declared.fields) add_tables(plan, &field, sizes);
    add_tables(plan, nullptr, sizes);
    return lists + device_pages(sizes);
}

}  // namespace wavesim
