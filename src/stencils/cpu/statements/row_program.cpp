// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/row_program.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/equations/grid_terms.hpp"

namespace wavesim::cpu {

namespace {

using equations::GridTerm;
using equations::Operation;

RowOperation row_operation(Operation operation) {
    switch (operation) {
        case Operation::negative: return RowOperation::negative;
        case Operation::root: return RowOperation::root;
        case Operation::magnitude: return RowOperation::magnitude;
        case Operation::sum: return RowOperation::sum;
        case Operation::difference: return RowOperation::difference;
        case Operation::product: return RowOperation::product;
        case Operation::quotient: return RowOperation::quotient;
        case Operation::least: return RowOperation::least;
        default: return RowOperation::greatest;
    }
}

}  // namespace

template <class T>
RowProgram<T>::RowProgram(const equations::Statement& statement, const equations::Differences& differences,
                          const FieldLayout& layout, double time_step, double spacing,
                          const std::function<int(const equations::Access&)>& array_of) {
    const std::vector<GridTerm> terms = equations::terms_on_grid(statement, differences, time_step, spacing);
    std::vector<int> rooms(terms.size(), -1);
    int used = 0;
    const auto distance = [&layout](const Offset& o) {
        return o.x + layout.row_pitch * o.y + layout.plane_pitch * o.z;
    };
    const auto place_groups = [&](const GridTerm& term, RowInstruction<T>& made) {
        made.first_group = static_cast<int>(groups_.size());
        for (const equations::WeightGroup& nodes : term.groups) {
            RowGroup<T> group{static_cast<T>(nodes.weight), static_cast<int>(displacements_.size()), 0};
            for (const Offset& offset : nodes.offsets) {
                displacements_.push_back(distance(offset));
                made.farthest = std::max(made.farthest, displacements_.back());
            }
            group.end = static_cast<int>(displacements_.size());
            groups_.push_back(group);
        }
        made.end_group = static_cast<int>(groups_.size());
    };
    const auto take_operands = [&](const GridTerm& term, RowInstruction<T>& made) {
        const auto room = [&rooms](int i) { return i < 0 ? -1 : rooms[static_cast<std::size_t>(i)]; };
        made.a = room(term.a);
        made.b = room(term.b);
        const int number = made.a < 0 ? term.a : made.b < 0 ? term.b : -1;
        if (number >= 0) made.number = static_cast<T>(terms[static_cast<std::size_t>(number)].number);
        used -= (made.a >= 0 ? 1 : 0) + (made.b >= 0 ? 1 : 0);
    };
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const GridTerm& term = terms[i];
        RowInstruction<T> made;
        if (term.operation == Operation::number) {
            if (i + 1 < terms.size()) continue;
            made.operation = RowOperation::fill;
            made.number = static_cast<T>(term.number);
        } else if (term.operation == Operation::access) {
            made.array = array_of(term.value);
            made.displacement = distance(term.value.offset);
        } else if (term.operation == Operation::laplace) {
            made.operation = RowOperation::weighted_sum;
            made.array = array_of(term.value);
            place_groups(term, made);
        } else {
            made.operation = row_operation(term.operation);
            take_operands(term, made);
        }
        rooms[i] = made.to = used++;
        if (used > rooms_max) throw std::invalid_argument("a statement keeps more than 512 values at once");
        rooms_ = std::max(rooms_, used);
        instructions_.push_back(made);
    }
}

template class RowProgram<float>;
template class RowProgram<double>;

}  // namespace wavesim::cpu
