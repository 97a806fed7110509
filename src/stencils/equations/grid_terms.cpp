// SPDX-License-Identifier: MIT
#include "stencils/equations/grid_terms.hpp"

#include <algorithm>
#include <utility>

#include "stencils/equations/calculated.hpp"

namespace wavesim::equations {

namespace {

GridTerm number_term(double number) {
    GridTerm term;
    term.number = number;
    return term;
}

GridTerm read_term(const Term& term, const Differences& differences) {
    const std::vector<WeightedNode> nodes = differences.nodes(term);
    if (nodes.empty()) return number_term(0);
    GridTerm made;
    made.value = term.access;
    if (term.operation == Operation::access) {
        made.operation = Operation::access;
        made.value.offset = nodes.front().offset;
        return made;
    }
    made.operation = Operation::laplace;
    made.value.offset = {};
    for (const WeightedNode& n : nodes) {
        auto group = std::ranges::find(made.groups, n.weight, &WeightGroup::weight);
        if (group == made.groups.end()) group = made.groups.insert(group, WeightGroup{n.weight, {}});
        group->offsets.push_back(n.offset);
    }
    return made;
}

}  // namespace

std::vector<GridTerm> terms_on_grid(const Statement& statement, const Differences& differences, double time_step,
                                    double spacing) {
    std::vector<GridTerm> terms;
    std::vector<int> stack;
    const auto push = [&](GridTerm term) {
        stack.push_back(static_cast<int>(terms.size()));
        terms.push_back(std::move(term));
    };
    const auto pop = [&stack] {
        const int last = stack.back();
        stack.pop_back();
        return last;
    };
    for (const Term& term : statement.terms) {
        if (term.reads()) {
            push(read_term(term, differences));
        } else if (term.operation == Operation::number) {
            push(number_term(term.value));
        } else if (term.operation == Operation::given) {
            push(number_term(term.given == Given::time_step ? time_step : spacing));
        } else {
            GridTerm made;
            made.operation = term.operation;
            if (term.b >= 0) made.b = pop();
            made.a = pop();
            const auto is_number = [&terms](int at) {
                return at < 0 || terms[static_cast<std::size_t>(at)].operation == Operation::number;
            };
            if (is_number(made.a) && is_number(made.b)) {
                const auto value = [&terms](int at) { return at < 0 ? 0 : terms[static_cast<std::size_t>(at)].number; };
                made = number_term(calculated(term.operation, value(made.a), value(made.b)));
                terms.resize(terms.size() - (term.b >= 0 ? 2 : 1));
            }
            push(std::move(made));
        }
    }
    return terms;
}

}  // namespace wavesim::equations
