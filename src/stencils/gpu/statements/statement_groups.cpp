// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_groups.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "stencils/cpu/statements/statement_layout.hpp"

namespace wavesim {

namespace {

using equations::Access;
using equations::GraphEdge;
using equations::GraphNode;
using equations::Origin;
using equations::Program;
using equations::Reach;
using equations::StatementGraph;
using equations::Time;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// What a statement reads. In 2D differences along y read nothing.
std::vector<GraphEdge> reads_of(const StatementGraph& graph, int statement) {
    std::vector<GraphEdge> reads;
    for (const GraphEdge& edge : graph.nodes[at(statement)].reads)
        if (edge.nodes > 0) reads.push_back(edge);
    return reads;
}

Access level_of(int field, Time time) {
    Access access;
    access.index = field;
    access.time = time;
    return access;
}

/// What a statement gives.
Access result_of(const Program& program, int statement) {
    const int field = program.statements[at(statement)].field;
    if (field >= 0) return level_of(field, Time::next);
    Access access;
    access.origin = Origin::statement;
    access.index = statement;
    return access;
}

/// The statement that gives a value in the same step, or -1.
int giver_of(const Program& program, const Access& value) {
    if (value.origin == Origin::statement) return value.index;
    return value.origin == Origin::field && value.time == Time::next ? program.giver(value.index) : -1;
}

/// The level that the statement of a field overwrites, if it overwrites one.
bool overwritten(const Program& program, const StatementGraph& graph, int field, Access& level) {
    const LevelArrays arrays = level_arrays(program, graph, field);
    const bool two = program.declared.fields[at(field)].levels == 2;
    level = level_of(field, two ? Time::old : Time::now);
    return arrays == LevelArrays::one || (arrays == LevelArrays::two && two);
}

/// Reads and writes of a group, whose statements are known.
void find_arrays(const Program& program, const StatementGraph& graph, const std::vector<int>& numbers, int number,
                 StatementGroup& group) {
    const auto is_read_elsewhere = [&](const Access& value) {
        for (std::size_t s = 0; s < numbers.size(); ++s)
            if (numbers[s] >= 0 && numbers[s] != number)
                for (const GraphEdge& edge : reads_of(graph, static_cast<int>(s)))
                    if (edge.value == value) return true;
        return false;
    };
    for (const int s : group.statements) {
        for (const GraphEdge& edge : reads_of(graph, s)) {
            const int giver = giver_of(program, edge.value);
            if (giver >= 0 && numbers[at(giver)] == number) continue;
            if (std::ranges::find(group.reads, edge.value) == group.reads.end()) group.reads.push_back(edge.value);
        }
        const Access result = result_of(program, s);
        if (result.origin == Origin::field || is_read_elsewhere(result)) group.writes.push_back(result);
    }
}

/// Assigns a number to each statement: those with equal numbers form a group. Those that are not needed have -1.
class Grouping {
  public:
    Grouping(const Program& program, const StatementGraph& graph, int arrays_max)
        : program_(program), graph_(graph), arrays_max_(arrays_max), number_(graph.nodes.size(), -1) {
        const std::vector<bool> used = used_statements();
        for (const bool fixed : {true, false})
            for (std::size_t s = 0; s < number_.size(); ++s)
                if (used[s] && graph.nodes[s].fixed == fixed) place(static_cast<int>(s));
        for (auto s = static_cast<int>(number_.size()); s-- > 0;)
            if (used[at(s)]) sink(s);
    }
    const std::vector<int>& numbers() const { return number_; }

  private:
    /// Marks statements on which some field depends.
    std::vector<bool> used_statements() const {
        std::vector<bool> used(number_.size(), false);
        for (auto s = static_cast<int>(used.size()); s-- > 0;) {
            used[at(s)] = used[at(s)] || program_.statements[at(s)].field >= 0;
            if (!used[at(s)]) continue;
            for (const GraphEdge& edge : reads_of(graph_, s))
                if (const int giver = giver_of(program_, edge.value); giver >= 0) used[at(giver)] = true;
        }
        return used;
    }
    /// Whether a reader of a result at the node alone finds it in the group that computes it: sources, mirror images
    /// and values on the sides come after the group.
    bool found_in_group(int giver, int reader) const {
        const int field = program_.statements[at(giver)].field;
        if (field < 0) return true;
        const equations::Field& of = program_.declared.fields[at(field)];
        return !of.source && of.half == std::array<bool, 3>{} && graph_.nodes[at(reader)].beyond == Reach{};
    }
    bool reads_at_other_nodes(int statement, const Access& value) const {
        return std::ranges::any_of(reads_of(graph_, statement),
                                   [&](const GraphEdge& edge) { return edge.value == value && edge.reach.anywhere(); });
    }
    bool reads(int statement, const Access& value) const {
        return std::ranges::any_of(reads_of(graph_, statement),
                                   [&](const GraphEdge& edge) { return edge.value == value; });
    }
    void place(int s) {
        const GraphNode& node = graph_.nodes[at(s)];
        int least = node.fixed ? 0 : first_of_step_;
        for (const GraphEdge& edge : reads_of(graph_, s)) {
            const int giver = giver_of(program_, edge.value);
            if (giver < 0) continue;
            const bool together = !edge.reach.anywhere() && found_in_group(giver, s);
            least = std::max(least, number_[at(giver)] + (together ? 0 : 1));
        }
        Access level;
        const int field = program_.statements[at(s)].field;
        if (field >= 0 && overwritten(program_, graph_, field, level))
            for (int earlier = 0; earlier < s; ++earlier) {
                if (graph_.nodes[at(earlier)].fixed || !reads(earlier, level)) continue;
                least = std::max(least, number_[at(earlier)] + (reads_at_other_nodes(earlier, level) ? 1 : 0));
            }
        while (arrays_with(least, s) > arrays_max_ && !members(least).empty()) ++least;
        number_[at(s)] = least;
        placed_.insert(s);
        if (node.fixed) first_of_step_ = std::max(first_of_step_, least + 1);
    }
    /// Moves an intermediate into the one group that reads it, where that moves fewer arrays: there it needs none.
    void sink(int s) {
        if (graph_.nodes[at(s)].fixed || program_.statements[at(s)].field >= 0) return;
        const Access result = result_of(program_, s);
        int to = -1;
        for (int reader = s + 1; reader < static_cast<int>(number_.size()); ++reader) {
            if (number_[at(reader)] < 0 || !reads(reader, result)) continue;
            if (reads_at_other_nodes(reader, result) || (to >= 0 && number_[at(reader)] != to)) return;
            to = number_[at(reader)];
        }
        if (to <= number_[at(s)] || !keeps_its_levels(s, to) || arrays_with(to, s) > arrays_max_) return;
        const int before = arrays_moved();
        std::swap(number_[at(s)], to);
        if (arrays_moved() >= before) number_[at(s)] = to;
    }
    /// Whether no level that a statement reads is overwritten before it is read in a group.
    bool keeps_its_levels(int s, int number) const {
        return std::ranges::none_of(reads_of(graph_, s), [&](const GraphEdge& edge) {
            if (edge.value.origin != Origin::field || edge.value.time == Time::next) return false;
            Access level;
            if (!overwritten(program_, graph_, edge.value.index, level) || level != edge.value) return false;
            const int end = number_[at(program_.giver(edge.value.index))];
            return end < number || (end == number && edge.reach.anywhere());
        });
    }
    /// Arrays that all groups of a step read and write.
    int arrays_moved() const {
        int moved = 0;
        const int most = *std::ranges::max_element(number_);
        for (int number = first_of_step_; number <= most; ++number) {
            StatementGroup group;
            group.statements = members(number);
            find_arrays(program_, graph_, number_, number, group);
            moved += static_cast<int>(group.reads.size() + group.writes.size());
        }
        return moved;
    }
    std::vector<int> members(int number) const {
        std::vector<int> of;
        for (const int s : placed_)
            if (number_[at(s)] == number) of.push_back(s);
        return of;
    }
    int arrays_with(int number, int s) const {
        std::set<Access> values;
        std::vector<int> of = members(number);
        of.push_back(s);
        for (const int one : of) {
            values.insert(result_of(program_, one));
            for (const GraphEdge& edge : reads_of(graph_, one)) values.insert(edge.value);
        }
        return static_cast<int>(values.size());
    }

    const Program& program_;
    const StatementGraph& graph_;
    int arrays_max_;
    std::vector<int> number_;
    std::set<int> placed_;
    int first_of_step_ = 0;
};

/// Finds the box of each group, the last one first: a group computes what later groups read.
void find_boxes(const Program& program, const StatementGraph& graph, const std::vector<int>& numbers,
                std::vector<StatementGroup>& groups, const std::vector<int>& group_of_number) {
    for (std::size_t g = groups.size(); g-- > 0;) {
        StatementGroup& group = groups[g];
        for (const int s : group.statements) group.box.include(graph.nodes[at(s)].beyond);
        for (const int s : group.statements)
            for (const GraphEdge& edge : reads_of(graph, s)) {
                const int giver = giver_of(program, edge.value);
                if (edge.value.origin != Origin::statement || numbers[at(giver)] == numbers[at(s)]) continue;
                groups[at(group_of_number[at(numbers[at(giver)])])].box.include(group.box + edge.reach);
            }
    }
}

}  // namespace

LevelArrays level_arrays(const Program& program, const StatementGraph& graph, int field) {
    const bool overwrites = cpu::may_overwrite(program, graph, field);
    if (program.declared.fields[at(field)].levels == 2) return overwrites ? LevelArrays::two : LevelArrays::three;
    return overwrites ? LevelArrays::one : LevelArrays::two;
}

std::vector<StatementGroup> statement_groups(const Program& program, const StatementGraph& graph, int arrays_max) {
    const std::vector<int> numbers = Grouping(program, graph, arrays_max).numbers();
    const int most = numbers.empty() ? -1 : *std::ranges::max_element(numbers);
    std::vector<StatementGroup> groups;
    std::vector<int> group_of_number(at(most + 1), -1);
    for (int number = 0; number <= most; ++number) {
        StatementGroup group;
        for (std::size_t s = 0; s < numbers.size(); ++s)
            if (numbers[s] == number) group.statements.push_back(static_cast<int>(s));
        if (group.statements.empty()) continue;
        group.fixed = graph.nodes[at(group.statements.front())].fixed;
        find_arrays(program, graph, numbers, number, group);
        group_of_number[at(number)] = static_cast<int>(groups.size());
        groups.push_back(std::move(group));
    }
    find_boxes(program, graph, numbers, groups, group_of_number);
    return groups;
}

std::array<int, 3> halo_of(const std::vector<StatementGroup>& groups, const StatementGraph& graph) {
    Reach all;
    for (const StatementGroup& group : groups) {
        all.include(group.box);
        for (const int s : group.statements)
            for (const GraphEdge& edge : reads_of(graph, s)) {
                const bool ahead = group.chip && std::ranges::count(group.chip->statements, s) > 0;
                all.include((ahead ? group.chip->box : group.box) + edge.reach);
            }
    }
    std::array<int, 3> halo{};
    for (std::size_t axis = 0; axis < 3; ++axis) halo[axis] = std::max(-all.low[axis], all.high[axis]);
    return halo;
}

}  // namespace wavesim
