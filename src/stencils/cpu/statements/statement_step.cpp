// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/statement_step.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "stencils/cpu/statements/statement_layout.hpp"

namespace wavesim::cpu {

namespace {

using equations::Access;
using equations::Origin;
using equations::Time;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void expect_fit(const equations::StatementGraph& graph, const StatementGrid& grid) {
    if (const std::string fault = equations::reach_fault(graph); !fault.empty()) throw std::invalid_argument(fault);
    for (const HaloRule rule : grid.halo)
        if (rule != HaloRule::mirror_half && rule != HaloRule::odd_half)
            throw std::invalid_argument("sides of programs are rigid or release the pressure");
}

}  // namespace

template <class T>
StatementStep<T>::StatementStep(const equations::Program& program, const StatementGrid& grid, Isa isa, int threads)
    : program_(with_stored_parts(program, equations::Differences(grid.stencil, program.declared.order))),
      graph_(equations::graph_of(program_, equations::Differences(grid.stencil, program.declared.order))),
      layout_(make_statement_layout(grid.extent, graph_, precision_of<T>())),
      kernel_(row_program_kernel<T>(isa)) {
    expect_fit(graph_, grid);
    const std::vector<equations::Field>& fields = program.declared.fields;
    const equations::Differences differences(grid.stencil, program.declared.order);
    for (std::size_t f = 0; f < fields.size(); ++f) {
        Levels levels;
        levels.now = add_array();
        if (fields[f].levels == 2) levels.old = add_array();
        levels.in_place = may_overwrite(program_, graph_, static_cast<int>(f));
        levels.next = !levels.in_place ? add_array() : levels.old >= 0 ? levels.old : levels.now;
        fields_.push_back(levels);
        mirrors_.emplace_back(layout_, mirrors_of(fields[f], grid.halo, differences.order()));
    }
    for (std::size_t p = 0; p < program.declared.parameters.size(); ++p) parameters_.push_back(add_array());
    for (const equations::Statement& statement : program_.statements) {
        intermediates_.push_back(statement.field < 0 ? add_array() : -1);
        rows_.emplace_back(statement, differences, layout_, grid.time_step, grid.spacing,
                           [this](const Access& access) { return array_of(access); });
    }
    std::size_t most = 0;
    for (const RowProgram<T>& rows : rows_) most = std::max(most, rows.room_values());
    for (int t = 0; t < threads; ++t) rooms_.emplace_back(static_cast<std::int64_t>(most));
    place_parameters(grid);
    compute_fixed();
}

template <class T>
int StatementStep<T>::add_array() {
    values_.push_back(std::make_unique<FieldArray<T>>(layout_.values));
    std::fill_n(values_.back()->data(), layout_.values, T(0));
    places_.push_back(values_.back()->data());
    return static_cast<int>(places_.size()) - 1;
}

template <class T>
int StatementStep<T>::array_of(const Access& access) const {
    if (access.origin == Origin::parameter) return parameters_[at(access.index)];
    if (access.origin == Origin::statement) return intermediates_[at(access.index)];
    const Levels& levels = fields_[at(access.index)];
    return access.time == Time::old ? levels.old : access.time == Time::now ? levels.now : levels.next;
}

template <class T>
T* StatementStep<T>::level(int field, Time time) const {
    Access access;
    access.index = field;
    access.time = time;
    return places_[at(array_of(access))];
}

template <class T>
void StatementStep<T>::place_parameters(const StatementGrid& grid) {
    const Extent& e = grid.extent;
    const MirrorHalo<T> even(layout_, {});
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
        const std::vector<double>& values = grid.parameters.at(p);
        if (values.size() != 1 && values.size() != static_cast<std::size_t>(e.nodes()))
            throw std::invalid_argument("a parameter has one value, or one per node");
        T* const to = places_[at(parameters_[p])];
        for (std::int64_t i = 0; i < e.nodes(); ++i)
            to[layout_.of(i)] = static_cast<T>(values.size() == 1 ? values[0] : values[static_cast<std::size_t>(i)]);
        run_team(1, [&](const TeamMember& member) { even.fill(member, to); });
    }
}

template <class T>
void StatementStep<T>::compute_fixed() {
    run_team(1, [this](const TeamMember& member) {
        for (std::size_t s = 0; s < graph_.nodes.size(); ++s)
            if (graph_.nodes[s].fixed) run(member, s);
    });
}

/// Called by every thread: computes its rows of a statement.
template <class T>
void StatementStep<T>::run(const TeamMember& member, std::size_t statement) {
    const equations::Reach& beyond = graph_.nodes[statement].beyond;
    const Extent& e = layout_.extent;
    const int field = program_.statements[statement].field;
    T* const to = places_[at(field >= 0 ? fields_[at(field)].next : intermediates_[statement])];
    const std::int64_t rows_y = e.ny + beyond.high[1] - beyond.low[1];
    const std::int64_t rows = rows_y * (e.nz + beyond.high[2] - beyond.low[2]);
    const std::int64_t x_from = beyond.low[0];
    const std::int64_t x_to = e.nx + beyond.high[0];
    T* const rooms = rooms_[at(member.number())].data();
    const RowProgramView<T> view = rows_[statement].view();
    for (std::int64_t row = rows * member.number() / member.size(); row < rows * (member.number() + 1) / member.size();
         ++row) {
        const std::int64_t y = beyond.low[1] + row % rows_y;
        const std::int64_t z = beyond.low[2] + row / rows_y;
        for (std::int64_t x = x_from; x < x_to; x += row_chunk) {
            const std::int64_t first = layout_.at(x, y, z);
            const std::int64_t count = std::min(row_chunk, x_to - x);
            const std::int64_t next = x + count < x_to ? count : layout_.row_pitch + x_from - x;
            kernel_(view, places_.data(), first, count, rooms, to + first, next);
        }
    }
    member.wait_for_all();
}

template <class T>
void StatementStep<T>::advance(const TeamMember& member, const std::vector<Push<T>>& pushes) {
    for (std::size_t s = 0; s < graph_.nodes.size(); ++s) {
        if (graph_.nodes[s].fixed) continue;
        run(member, s);
        const int field = program_.statements[s].field;
        if (field < 0) continue;
        T* const next = places_[at(fields_[at(field)].next)];
        if (program_.declared.fields[at(field)].source && !pushes.empty()) {
            if (member.number() == 0)
                for (const Push<T>& push : pushes) next[layout_.of(push.node)] += push.amount;
            member.wait_for_all();
        }
        mirrors_[at(field)].fill(member, next);
    }
}

template <class T>
void StatementStep<T>::rotate() {
    for (const Levels& levels : fields_) {
        if (levels.in_place && levels.old < 0) continue;
        if (levels.in_place) {  // the oldest level holds n+1
            std::swap(places_[at(levels.old)], places_[at(levels.now)]);
            continue;
        }
        T* const oldest = places_[at(levels.old >= 0 ? levels.old : levels.now)];
        if (levels.old >= 0) places_[at(levels.old)] = places_[at(levels.now)];
        places_[at(levels.now)] = places_[at(levels.next)];
        places_[at(levels.next)] = oldest;
    }
}

template <class T>
void StatementStep<T>::mirror(const TeamMember& member) {
    for (std::size_t f = 0; f < fields_.size(); ++f) {
        mirrors_[f].fill(member, places_[at(fields_[f].now)]);
        if (fields_[f].old >= 0) mirrors_[f].fill(member, places_[at(fields_[f].old)]);
    }
}

template class StatementStep<float>;
template class StatementStep<double>;

}  // namespace wavesim::cpu
