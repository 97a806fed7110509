// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_launch.hpp"

#include <algorithm>
#include <limits>

#include "stencils/cpu/statements/side_values.hpp"
#include "stencils/gpu/statements/statement_fusion.hpp"
#include "stencils/gpu/statements/statement_times.hpp"

namespace wavesim {

namespace {

constexpr int sector_bytes = 32;

/// Threads of a multiprocessor that have 64 registers each.
constexpr int most_threads = 1024;

/// Blocks that a GPU computes at the same time.
std::int64_t blocks_at_once() {
    const auto card = std::ranges::find(fitted_cards, statement_columns.card, &FittedCard::name);
    return std::int64_t{statement_columns.blocks_of_multiprocessor} * card->multiprocessors;
}

std::int64_t blocks_of(std::int64_t count, std::int64_t of_block) { return (count + of_block - 1) / of_block; }

/// Values that the statements of a group read, some of them several times.
int values_read(const StatementPlan& plan, const StatementGroup& group) {
    int values = 0;
    for (const int s : group.statements)
        for (const equations::GraphEdge& edge : plan.graph().nodes[static_cast<std::size_t>(s)].reads)
            values += edge.nodes;
    return values;
}

/// Nodes of a group along an axis.
std::int64_t nodes_along(int axis, const Extent& extent, const StatementGroup& group) {
    const auto a = static_cast<std::size_t>(axis);
    return extent.along(axis) + group.box.high[a] - group.box.low[a];
}

}  // namespace

int resident_blocks(const StatementPlan& plan) {
    for (const StatementGroup& group : plan.groups())
        if (values_read(plan, group) > statement_columns.most_values_read) return 1;
    // A thread needs no fewer than 64 registers, and twice as many in double.
    const int most = std::max(1, most_threads / plan.schedule().threads());
    const int resident = std::min(plan.schedule().resident, most);
    return plan.precision() == Precision::float64 ? std::max(1, resident / 2) : resident;
}

std::array<int, 2> own_tile(const StatementPlan& plan, const StatementGroup& group) {
    std::array<int, 2> tile{plan.schedule().tile_x, plan.schedule().tile_y};
    if (group.chip)
        for (const std::size_t axis : {std::size_t{0}, std::size_t{1}})
            tile[axis] -= group.chip->reach.high[axis] - group.chip->reach.low[axis];
    return tile;
}

int first_thread_x(const StatementPlan& plan, const StatementGroup& group) {
    const auto sector = static_cast<int>(sector_bytes / bytes_of(plan.precision()));
    return (group.box.low[0] - sector + 1) / sector * sector;
}

std::array<int, 2> group_tiles(const StatementPlan& plan, const StatementGroup& group) {
    const std::array<int, 2> tile = own_tile(plan, group);
    const Extent& n = plan.layout().extent;
    const std::int64_t x = n.nx + group.box.high[0] - first_thread_x(plan, group);
    const std::int64_t rows = nodes_along(plan.dims() == 2 ? 2 : 1, n, group);
    return {static_cast<int>(blocks_of(x, tile[0])), static_cast<int>(blocks_of(rows, tile[1]))};
}

std::int64_t shell_nodes(const StatementPlan& plan, const StatementGroup& group) {
    std::int64_t all = 1, inner = 1;
    for (const int axis : {0, 1, 2}) {
        const auto a = static_cast<std::size_t>(axis);
        all *= nodes_along(axis, plan.layout().extent, group);
        inner *= std::max<std::int64_t>(0, plan.layout().extent.along(axis) + group.inner.high[a] - group.inner.low[a]);
    }
    return all - inner;
}

int group_shared_bytes(const StatementPlan& plan, const StatementGroup& group) {
    if (!group.chip) return 0;
    return static_cast<int>(std::ssize(group.chip->kept) * planes_kept(*group.chip) * plan.schedule().threads() *
                            bytes_of(plan.precision()));
}

int panel_tiles(const StatementPlan& plan, const StatementGroup& group) {
    equations::Reach reach;
    for (const int s : group.statements)
        for (const equations::GraphEdge& edge : plan.graph().nodes[static_cast<std::size_t>(s)].reads)
            reach.include(edge.reach);
    const std::int64_t planes = 1 + reach.high[2] - reach.low[2];
    const auto arrays = static_cast<std::int64_t>(group.reads.size() + group.writes.size());
    const std::int64_t tile_bytes =
        plan.layout().pitch * plan.schedule().tile_y * bytes_of(plan.precision()) * planes * arrays;
    const std::int64_t most = group_tiles(plan, group)[1];
    return static_cast<int>(std::clamp<std::int64_t>(plan.schedule().panel_bytes / tile_bytes, 1, most));
}

int column_planes(const StatementPlan& plan, const StatementGroup& group) {
    const std::int64_t all = nodes_along(2, plan.layout().extent, group);
    if (plan.schedule().planes > 0) return static_cast<int>(std::min<std::int64_t>(plan.schedule().planes, all));
    const std::array<int, 2> tiles = group_tiles(plan, group);
    const std::int64_t more = group.chip ? group.chip->reach.high[2] - group.chip->reach.low[2] : 0;
    const std::int64_t at_once = blocks_at_once();
    std::int64_t best = all;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t pieces = 1; pieces <= all; ++pieces) {
        const std::int64_t planes = blocks_of(all, pieces);
        const std::int64_t blocks = blocks_of(all, planes) * tiles[0] * tiles[1];
        // At the end of a launch the multiprocessors wait half a block for the last ones.
        const std::int64_t time = (2 * blocks + at_once) * (planes + statement_columns.planes_to_start + more);
        if (time < least) least = time, best = planes;
    }
    return static_cast<int>(best);
}

std::array<int, 3> group_blocks(const StatementPlan& plan, const StatementGroup& group) {
    if (group.shell) return {static_cast<int>(blocks_of(shell_nodes(plan, group), plan.schedule().threads())), 1, 1};
    const std::array<int, 2> tiles = group_tiles(plan, group);
    if (plan.dims() == 2) return {tiles[0], tiles[1], 1};
    if (plan.by_columns(group))
        return {tiles[0], tiles[1],
                static_cast<int>(blocks_of(nodes_along(2, plan.layout().extent, group), column_planes(plan, group)))};
    const int panel = panel_tiles(plan, group);
    return {tiles[0] * panel, static_cast<int>(nodes_along(2, plan.layout().extent, group)),
            static_cast<int>(blocks_of(tiles[1], panel))};
}

std::vector<int> group_arrays(const StatementPlan& plan, const StatementGroup& group, int parity) {
    std::vector<int> arrays;
    for (const auto* values : {&group.reads, &group.writes})
        for (const equations::Access& value : *values) arrays.push_back(plan.array_of(value, parity));
    return arrays;
}

template <class Real>
ImageTables<Real> image_tables(const StatementPlan& plan, const equations::Field* field) {
    std::array<cpu::AxisMirror, 3> mirrors;
    if (field != nullptr) mirrors = cpu::mirrors_of(*field, plan.sides(), plan.differences().order());
    ImageTables<Real> tables;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const cpu::AxisMirror& mirror = mirrors[axis];
        const std::int64_t n = plan.layout().extent.along(static_cast<int>(axis));
        const std::int64_t halo = plan.halo()[axis];
        const std::int64_t first = halo > 0 ? mirror.first_own() : 0;
        const std::int64_t end = halo > 0 ? mirror.end_own(n) : n;
        tables.first[axis] = static_cast<int>(first);
        tables.end[axis] = static_cast<int>(end);
        auto& entries = tables.entries[axis];
        entries.resize(static_cast<std::size_t>(n + 2 * halo - (end - first)));
        for (const cpu::SideValue<Real>& value : cpu::side_values<Real>(mirror, n, halo)) {
            const std::int64_t at = value.to < first ? value.to + halo : value.to - end + first + halo;
            kernels::ImageEntry<Real>& entry = entries[static_cast<std::size_t>(at)];
            entry = {};
            for (std::size_t i = 0; i < static_cast<std::size_t>(value.count); ++i) {
                if (value.from[i] < first || value.from[i] >= end) continue;  // a zero on the other side
                entry.from[entry.count] = static_cast<int>(value.from[i]);
                entry.weight[entry.count++] = value.weight[i];
            }
        }
    }
    return tables;
}

template <class Real>
kernels::ImageArguments<Real> image_arguments(const StatementPlan& plan) {
    kernels::ImageArguments<Real> arguments{};
    arguments.plane = plan.layout().plane;
    arguments.pitch = static_cast<int>(plan.layout().pitch);
    for (const int axis : {0, 1, 2}) {
        arguments.n[axis] = static_cast<int>(plan.layout().extent.along(axis));
        arguments.halo[axis] = plan.halo()[static_cast<std::size_t>(axis)];
    }
    return arguments;
}

template <class Real>
std::int64_t image_blocks(const StatementPlan& plan, const ImageTables<Real>& tables) {
    std::int64_t all = 1, own = 1;
    for (const int axis : {0, 1, 2}) {
        const auto a = static_cast<std::size_t>(axis);
        all *= plan.layout().extent.along(axis) + 2 * plan.halo()[a];
        own *= tables.end[a] - tables.first[a];
    }
    return blocks_of(all - own, kernels::image_threads);
}

DeviceLayout own_box(const StatementPlan& plan, const equations::Field& field) {
    DeviceLayout box = plan.layout();
    const auto more = [&field](std::size_t axis) -> std::int64_t { return field.half[axis] ? 1 : 0; };
    box.extent = {box.extent.nx + more(0), box.extent.ny + more(1), box.extent.nz + more(2)};
    box.origin -= more(0) + more(1) * box.pitch + more(2) * box.plane;
    return box;
}

template ImageTables<float> image_tables(const StatementPlan&, const equations::Field*);
template ImageTables<double> image_tables(const StatementPlan&, const equations::Field*);
template kernels::ImageArguments<float> image_arguments(const StatementPlan&);
template kernels::ImageArguments<double> image_arguments(const StatementPlan&);
template std::int64_t image_blocks(const StatementPlan&, const ImageTables<float>&);
template std::int64_t image_blocks(const StatementPlan&, const ImageTables<double>&);

}  // namespace wavesim
