// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_plan.hpp"

#include <algorithm>
#include <utility>

#include "stencils/equations/damping.hpp"
#include "stencils/equations/fixed_parts.hpp"
#include "stencils/gpu/statements/statement_arguments.cuh"
#include "stencils/gpu/statements/statement_fusion.hpp"

namespace wavesim {

namespace {

using equations::Access;
using equations::Field;
using equations::GraphEdge;
using equations::Origin;
using equations::Program;
using equations::Time;

std::size_t slot(int i) { return static_cast<std::size_t>(i); }

std::int64_t rounded_up(std::int64_t values, std::int64_t unit) { return (values + unit - 1) / unit * unit; }

/// Rows start at their node 0 on a memory line of 128 bytes. The high halo of a row and the low halo of the next one
/// share the space between them.
DeviceLayout layout_with(const Extent& extent, const std::array<int, 3>& halo, Precision precision) {
    const std::int64_t line = 128 / bytes_of(precision);
    DeviceLayout layout;
    layout.extent = extent;
    layout.pitch = rounded_up(extent.nx + 2 * halo[0], line);
    layout.plane = layout.pitch * (extent.ny + 2 * halo[1]);
    layout.origin = rounded_up(halo[0], line) + halo[1] * layout.pitch + halo[2] * layout.plane;
    layout.values = layout.plane * (extent.nz + 2 * halo[2]) + rounded_up(halo[0], line) + line;
    return layout;
}

/// Arrays that the groups of a step read and write, if every parameter varies.
int arrays_moved(const Program& program, const equations::Differences& differences) {
    int moved = 0;
    for (const StatementGroup& group :
         statement_groups(program, equations::graph_of(program, differences), kernels::statement_arrays_max))
        if (!group.fixed) moved += static_cast<int>(group.reads.size() + group.writes.size());
    return moved;
}

/// Most parts of statements that are tried, one after the other.
constexpr std::size_t parts_tried = 16;

std::shared_ptr<const Program> with_stored_parts(const std::shared_ptr<const Program>& program,
                                                 const equations::Differences& differences, StoredParts wanted) {
    if (wanted == StoredParts::none) return program;
    std::vector<equations::FixedPart> parts = equations::fixed_parts(*program);
    if (parts.empty()) return program;
    if (wanted == StoredParts::free) {
        std::vector<equations::FixedPart> taken;
        int moved = arrays_moved(*program, differences);
        for (std::size_t i = 0; i < std::min(parts.size(), parts_tried); ++i) {
            taken.push_back(parts[i]);
            const int then = arrays_moved(equations::with_parts_apart(*program, taken), differences);
            if (then > moved) taken.pop_back();
            moved = std::min(moved, then);
        }
        parts = std::move(taken);
    }
    return std::make_shared<const Program>(equations::with_parts_apart(*program, parts));
}

}  // namespace

StatementPlan::StatementPlan(const ProgramShape& kind, const ProblemShape& shape, const StatementSchedule& schedule)
    : schedule_(schedule),
      differences_(shape.stencil, kind.program->declared.order),
      program_(with_stored_parts(kind.program, differences_, schedule.parts)),
      graph_(equations::graph_of(*program_, differences_)),
      groups_(statement_groups(*program_, graph_, kernels::statement_arrays_max)),
      precision_(shape.precision),
      time_step_(kind.time_step_s),
      spacing_(kind.spacing_m),
      sides_(shape.halo) {
    if (schedule.fusion == StatementFusion::chip && dims() == 3) {
        FusedGroups fused = fused_on_chip(*program_, graph_, groups_, schedule_, shape, differences_.order());
        groups_ = std::move(fused.groups);
        doubled_ = std::move(fused.doubled);
    }
    halo_ = halo_of(groups_, graph_);
    layout_ = layout_with(shape.extent, halo_, shape.precision);
    number_arrays();
    order_actions();
}

void StatementPlan::number_arrays() {
    const std::vector<Field>& fields = program_->declared.fields;
    for (std::size_t f = 0; f < fields.size(); ++f) {
        LevelArrays arrays = wavesim::level_arrays(*program_, graph_, static_cast<int>(f));
        const bool doubled = arrays == LevelArrays::one && std::ranges::count(doubled_, static_cast<int>(f)) > 0;
        if (doubled) arrays = LevelArrays::two;
        levels_.push_back({arrays_, arrays, doubled});
        arrays_ += arrays == LevelArrays::one ? 1 : arrays == LevelArrays::two ? 2 : 3;
    }
    parameters_from_ = arrays_;
    arrays_ += static_cast<int>(program_->declared.parameters.size());
    intermediates_.assign(program_->statements.size(), -1);
    for (const StatementGroup& group : groups_)
        for (const Access& value : group.writes)
            if (value.origin == Origin::statement && intermediates_[slot(value.index)] < 0)
                intermediates_[slot(value.index)] = arrays_++;
}

/// Whether a value is complete after a group. A shell completes what the group before it gives.
bool StatementPlan::done_after(std::size_t group, const Access& value) const {
    if (group + 1 == groups_.size() || !groups_[group + 1].shell) return true;
    return std::ranges::find(groups_[group + 1].writes, value) == groups_[group + 1].writes.end();
}

void StatementPlan::order_actions() {
    using Kind = StatementAction::Kind;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        if (groups_[g].fixed) continue;
        actions_.push_back({Kind::compute, static_cast<int>(g)});
        std::vector<int> fields;
        for (const Access& value : groups_[g].writes)
            if (value.origin == Origin::field && done_after(g, value)) {
                const Field& field = program_->declared.fields[slot(value.index)];
                if (field.source) actions_.push_back({Kind::push, value.index});
                const bool on_sides = field.half != std::array<bool, 3>{};
                if (on_sides || graph_.fields[slot(value.index)].anywhere()) fields.push_back(value.index);
            }
        for (std::size_t from = 0; from < fields.size(); from += kernels::image_fields_max) {
            const auto to = std::min(fields.size(), from + kernels::image_fields_max);
            actions_.push_back({Kind::images, 0, std::vector<int>(&fields[from], fields.data() + to)});
        }
    }
    for (std::size_t f = 0; f < levels_.size(); ++f)
        if (levels_[f].arrays == LevelArrays::three) actions_.push_back({Kind::copy, static_cast<int>(f)});
}

int StatementPlan::array_of(const Access& value, int parity) const {
    if (value.origin == Origin::parameter) return parameter_array(value.index);
    if (value.origin == Origin::statement) return intermediates_[slot(value.index)];
    const Levels& levels = levels_[slot(value.index)];
    if (levels.arrays == LevelArrays::one) return levels.first;
    if (value.time == Time::now) return levels.first + parity;
    if (value.time == Time::next && levels.arrays == LevelArrays::three) return levels.first + 2;
    return levels.first + 1 - parity;
}

std::vector<int> StatementPlan::levels_of(int field) const {
    const Levels& levels = levels_[slot(field)];
    if (levels.arrays == LevelArrays::one) return {levels.first};
    return {levels.first, levels.first + 1};
}

int StatementPlan::parameter_array(int parameter) const { return parameters_from_ + parameter; }

std::vector<bool> StatementPlan::per_node(const std::vector<bool>& varying_parameters) const {
    std::vector<bool> arrays(slot(arrays_), true);
    for (std::size_t p = 0; p < varying_parameters.size(); ++p)
        arrays[slot(parameters_from_) + p] = varying_parameters[p];
    std::vector<bool> statements(graph_.nodes.size(), true);
    for (std::size_t s = 0; s < statements.size(); ++s) {
        if (!graph_.nodes[s].fixed) continue;
        statements[s] = std::ranges::any_of(graph_.nodes[s].reads, [&](const GraphEdge& edge) {
            return edge.value.origin == Origin::parameter ? varying_parameters[slot(edge.value.index)]
                                                          : statements[slot(edge.value.index)];
        });
        if (intermediates_[s] >= 0) arrays[slot(intermediates_[s])] = statements[s];
    }
    return arrays;
}

std::string StatementPlan::why_not() const {
    for (const StatementGroup& group : groups_)
        if (const std::size_t arrays = group.reads.size() + group.writes.size(); arrays > kernels::statement_arrays_max)
            return "a statement reads and writes " + std::to_string(arrays) + " arrays, and a kernel has at most " +
                   std::to_string(kernels::statement_arrays_max);
    const Extent& n = layout_.extent;
    if (std::max({n.nx, n.ny, n.nz}) > 65000) return "the grid has more than 65000 nodes along an axis";
    if (layout_.plane > 2147483647) return "one plane of the grid has more than 2147483647 nodes";
    return {};
}

std::vector<bool> may_vary(const ProgramShape& kind) {
    const std::vector<equations::Parameter>& parameters = kind.program->declared.parameters;
    const std::size_t count = parameters.size();
    std::vector<bool> may(count, kind.varying > 0);
    if (count > 0 && parameters.back().name == equations::damping_factor && kind.varying <= 1)
        std::fill(may.begin(), may.end() - 1, false);
    return may;
}

}  // namespace wavesim
