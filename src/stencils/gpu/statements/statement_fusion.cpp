// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_fusion.hpp"

#include <algorithm>
#include <utility>

#include "stencils/cpu/statements/side_values.hpp"
#include "stencils/gpu/statements/statement_arguments.cuh"

namespace wavesim {

namespace {

using equations::Access;
using equations::Field;
using equations::GraphEdge;
using equations::Origin;
using equations::Program;
using equations::StatementGraph;
using equations::Time;

bool contains(const std::vector<Access>& values, const Access& value) {
    return std::ranges::find(values, value) != values.end();
}

/// A pair of groups that may become one kernel.
class FusionPair {
  public:
    FusionPair(const Program& program, const StatementGraph& graph, const std::vector<StatementGroup>& groups,
               std::size_t first)
        : program_(program), graph_(graph), groups_(groups), first_(first) {}

    /// Statements of the first group whose results the second one reads.
    std::vector<int> kept() const {
        std::vector<int> kept;
        for (const int s : before().statements)
            if (contains(after().reads, result(s))) kept.push_back(s);
        return kept;
    }
    bool may_fuse(const StatementSchedule& schedule, Precision precision) const {
        if (before().fixed || before().chip || after().chip || before().shell || after().shell) return false;
        if (kept().empty() || !levels_stay()) return false;
        const ChipStage stage = stage_of();
        for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
            const int tile = axis == 0 ? schedule.tile_x : schedule.tile_y;
            if (tile <= stage.reach.high[axis] - stage.reach.low[axis]) return false;
        }
        const StatementGroup all = fused(stage, true);
        return std::ssize(all.reads) + std::ssize(all.writes) <= kernels::statement_arrays_max &&
               std::ssize(stage.kept) * planes_kept(stage) * schedule.threads() * bytes_of(precision) <= chip_bytes_max;
    }
    /// Accesses of memory per node that one kernel saves.
    std::int64_t saved() const {
        const StatementGroup one = fused(stage_of(), false);
        const auto accesses = [](const StatementGroup& group) {
            return std::ssize(group.reads) + std::ssize(group.writes);
        };
        return accesses(before()) + accesses(after()) - accesses(one);
    }
    std::int64_t shared_planes() const {
        const ChipStage stage = stage_of();
        return std::ssize(stage.kept) * planes_kept(stage);
    }
    std::size_t first() const { return first_; }

    /// The kernel, and the shell if there must be one; notes fields that need one more array.
    std::vector<StatementGroup> fuse(const ProblemShape& shape, int order, std::vector<int>& doubled) const {
        const ChipStage stage = stage_of();
        const NodeRange whole{after().box.low, after().box.high};
        const NodeRange inner = inner_of(stage, shape, order);
        const bool sides = inner != whole;
        for (std::size_t f = 0; f < program_.declared.fields.size(); ++f) {
            const auto field = static_cast<int>(f);
            if (program_.declared.fields[f].levels != 1) continue;
            const Access now = level_of(field, Time::now);
            const bool given_first = gives(before(), field);
            const bool read_second = contains(after().reads, now);
            if ((given_first && (contains(before().reads, now) || read_second)) ||
                (gives(after(), field) && contains(before().reads, now)))
                doubled.push_back(field);
        }
        std::vector<StatementGroup> made{fused(stage, sides)};
        made.front().inner = inner;
        if (!sides) return made;
        made.push_back(after());
        made.back().shell = true;
        made.back().inner = inner;
        return made;
    }

  private:
    static Access level_of(int field, Time time) {
        Access level;
        level.index = field;
        level.time = time;
        return level;
    }
    const StatementGroup& before() const { return groups_[first_]; }
    const StatementGroup& after() const { return groups_[first_ + 1]; }
    static bool gives(const StatementGroup& group, int field) {
        return contains(group.writes, level_of(field, Time::next));
    }
    Access result(int s) const {
        const int field = program_.statements[static_cast<std::size_t>(s)].field;
        if (field >= 0) return level_of(field, Time::next);
        Access value;
        value.origin = Origin::statement;
        value.index = s;
        return value;
    }
    /// Whether no source acts between the groups on what the second one reads, and no level is overwritten that
    /// other blocks still read in their halos and that cannot have one more array.
    bool levels_stay() const {
        for (std::size_t f = 0; f < program_.declared.fields.size(); ++f) {
            const Field& field = program_.declared.fields[f];
            const auto number = static_cast<int>(f);
            if (field.source && gives(before(), number) && contains(after().reads, level_of(number, Time::next)))
                return false;
            if (field.levels == 2 && contains(before().reads, level_of(number, Time::old)) &&
                (gives(before(), number) || gives(after(), number)) &&
                level_arrays(program_, graph_, number) != LevelArrays::three)
                return false;
        }
        return true;
    }
    ChipStage stage_of() const {
        ChipStage stage{before().statements, kept(), {}, before().box};
        for (const int s : after().statements)
            for (const GraphEdge& edge : graph_.nodes[static_cast<std::size_t>(s)].reads)
                for (const int giver : stage.kept)
                    if (edge.nodes > 0 && edge.value == result(giver)) stage.reach.include(edge.reach);
        return stage;
    }
    /// `stored`: results of the first group that the second one reads go to memory as well.
    StatementGroup fused(const ChipStage& stage, bool stored) const {
        StatementGroup all;
        all.statements = before().statements;
        all.statements.insert(all.statements.end(), after().statements.begin(), after().statements.end());
        all.reads = before().reads;
        for (const Access& value : after().reads)
            if (!contains(all.reads, value) && !contains(before().writes, value)) all.reads.push_back(value);
        all.box = after().box;
        for (const Access& value : before().writes) {
            if (!stored && value.origin != Origin::field && !read_later(value)) continue;
            all.writes.push_back(value);
            all.box.include(before().box);
        }
        all.writes.insert(all.writes.end(), after().writes.begin(), after().writes.end());
        all.chip = stage;
        return all;
    }
    bool read_later(const Access& value) const {
        for (std::size_t g = 0; g < groups_.size(); ++g)
            if (g != first_ + 1 && contains(groups_[g].reads, value)) return true;
        return false;
    }
    /// Where the second group reads no value on or beyond a side of a field that the first one gives.
    NodeRange inner_of(const ChipStage& stage, const ProblemShape& shape, int order) const {
        NodeRange inner{after().box.low, after().box.high};
        for (const int giver : stage.kept) {
            const int number = program_.statements[static_cast<std::size_t>(giver)].field;
            if (number < 0) continue;
            const auto mirrors =
                cpu::mirrors_of(program_.declared.fields[static_cast<std::size_t>(number)], shape.halo, order);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto first = static_cast<int>(mirrors[axis].first_own());
                const auto end = static_cast<int>(mirrors[axis].end_own(0));
                inner.low[axis] = std::max(inner.low[axis], first - stage.reach.low[axis]);
                inner.high[axis] = std::min(inner.high[axis], end - stage.reach.high[axis]);
            }
        }
        return inner;
    }

    const Program& program_;
    const StatementGraph& graph_;
    const std::vector<StatementGroup>& groups_;
    std::size_t first_;
};

}  // namespace

int planes_kept(const ChipStage& stage) { return stage.reach.high[2] - stage.reach.low[2] + 2; }

FusedGroups fused_on_chip(const Program& program, const StatementGraph& graph,
                          const std::vector<StatementGroup>& groups, const StatementSchedule& schedule,
                          const ProblemShape& shape, int order) {
    FusedGroups fused{groups, {}};
    while (true) {
        std::vector<FusionPair> pairs;
        for (std::size_t first = 0; first + 1 < fused.groups.size(); ++first) {
            const FusionPair pair(program, graph, fused.groups, first);
            if (pair.may_fuse(schedule, shape.precision) && pair.saved() > 0) pairs.push_back(pair);
        }
        if (pairs.empty()) return fused;
        const auto best = std::ranges::min_element(
            pairs, {}, [](const FusionPair& pair) { return std::pair(-pair.saved(), pair.shared_planes()); });
        const std::vector<StatementGroup> made = best->fuse(shape, order, fused.doubled);
        const auto place = static_cast<std::ptrdiff_t>(best->first());
        std::vector<StatementGroup> next(fused.groups.begin(), fused.groups.begin() + place);
        next.insert(next.end(), made.begin(), made.end());
        next.insert(next.end(), fused.groups.begin() + place + 2, fused.groups.end());
        fused.groups = std::move(next);
    }
}

}  // namespace wavesim
