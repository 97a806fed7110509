// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/row_program.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace wavesim::cpu {

namespace {

using equations::Operation;
using equations::Term;
using equations::WeightedNode;

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

double number_of(Operation operation, double x, double y) {
    switch (operation) {
        case Operation::negative: return -x;
        case Operation::root: return std::sqrt(x);
        case Operation::magnitude: return std::abs(x);
        case Operation::exponential: return std::exp(x);
        case Operation::sum: return x + y;
        case Operation::difference: return x - y;
        case Operation::product: return x * y;
        case Operation::quotient: return x / y;
        case Operation::least: return std::min(x, y);
        default: return std::max(x, y);
    }
}

/// An intermediate value: in a room, or a number.
struct Operand {
    int room = -1;
    double number = 0;
};

}  // namespace

template <class T>
RowProgram<T>::RowProgram(const equations::Statement& statement, const equations::Differences& differences,
                          const FieldLayout& layout, double time_step, double spacing,
                          const std::function<int(const equations::Access&)>& array_of) {
    // Each term is the operand of one later term, in the order of a stack.
    std::vector<Operand> stack;
    int used = 0;
    const auto push = [&](RowInstruction<T> instruction) {
        instruction.to = used++;
        if (used > rooms_max) throw std::invalid_argument("a statement keeps more than 512 values at once");
        rooms_ = std::max(rooms_, used);
        instructions_.push_back(instruction);
        stack.push_back({instruction.to, 0});
    };
    const auto distance = [&layout](const Offset& o) {
        return o.x + layout.row_pitch * o.y + layout.plane_pitch * o.z;
    };
    const auto read = [&](const Term& term) {
        RowInstruction<T> made;
        made.array = array_of(term.access);
        const std::vector<WeightedNode> nodes = differences.nodes(term);
        if (term.operation == Operation::access) {
            made.displacement = distance(nodes.front().offset);
            return push(made);
        }
        if (nodes.empty()) return stack.push_back({});
        made.operation = RowOperation::weighted_sum;
        made.first_group = static_cast<int>(groups_.size());
        std::vector<double> weights;
        for (const WeightedNode& n : nodes)
            if (std::find(weights.begin(), weights.end(), n.weight) == weights.end()) weights.push_back(n.weight);
        for (const double weight : weights) {
            RowGroup<T> group{static_cast<T>(weight), static_cast<int>(displacements_.size()), 0};
            for (const WeightedNode& n : nodes)
                if (n.weight == weight) displacements_.push_back(distance(n.offset));
            group.end = static_cast<int>(displacements_.size());
            groups_.push_back(group);
        }
        made.end_group = static_cast<int>(groups_.size());
        push(made);
    };
    for (const Term& term : statement.terms) {
        if (term.reads()) {
            read(term);
        } else if (term.operation == Operation::number) {
            stack.push_back({-1, term.value});
        } else if (term.operation == Operation::given) {
            stack.push_back({-1, term.given == equations::Given::time_step ? time_step : spacing});
        } else {
            const Operand b = term.b >= 0 ? stack.back() : Operand{};
            if (term.b >= 0) stack.pop_back();
            const Operand a = stack.back();
            stack.pop_back();
            if (a.room < 0 && b.room < 0) {
                stack.push_back({-1, number_of(term.operation, a.number, b.number)});
                continue;
            }
            RowInstruction<T> made;
            made.operation = row_operation(term.operation);
            made.a = a.room;
            made.b = b.room;
            made.number = static_cast<T>(a.room < 0 ? a.number : b.number);
            used -= (a.room >= 0 ? 1 : 0) + (b.room >= 0 ? 1 : 0);
            push(made);
        }
    }
    if (const Operand last = stack.back(); last.room < 0) {
        RowInstruction<T> made;
        made.operation = RowOperation::fill;
        made.number = static_cast<T>(last.number);
        push(made);
    }
}

template class RowProgram<float>;
template class RowProgram<double>;

}  // namespace wavesim::cpu
