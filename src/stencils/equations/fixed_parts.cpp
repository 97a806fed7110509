// SPDX-License-Identifier: MIT
#include "stencils/equations/fixed_parts.hpp"

#include <algorithm>
#include <utility>

#include "stencils/equations/linearity.hpp"

namespace wavesim::equations {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// What is known of the part that ends with a term; the operands of a term are just before it, as on a stack.
struct Part {
    int first = 0;
    bool fixed = true;
    bool reads = false;
    bool costly = false;  ///< divides, or takes a root or an exponential, of values at nodes
};

std::vector<Part> parts_of(const Statement& statement, const std::vector<bool>& fixed) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < statement.terms.size(); ++i) {
        const Term& term = statement.terms[i];
        Part part;
        part.first = static_cast<int>(i);
        if (term.reads()) {
            const Access& value = term.access;
            part.reads = true;
            part.fixed =
                term.operation == Operation::access &&
                (value.origin == Origin::parameter || (value.origin == Origin::statement && fixed[at(value.index)]));
        }
        for (const int operand : {term.a, term.b}) {
            if (operand < 0) continue;
            const Part& of = parts[at(operand)];
            part.first = std::min(part.first, of.first);
            part.fixed = part.fixed && of.fixed;
            part.reads = part.reads || of.reads;
            part.costly = part.costly || of.costly;
        }
        const Operation done = term.operation;
        const bool costs = done == Operation::quotient || done == Operation::root || done == Operation::exponential;
        part.costly = part.costly || (costs && part.reads);
        parts.push_back(part);
    }
    return parts;
}

}  // namespace

std::vector<FixedPart> fixed_parts(const Program& program) {
    std::vector<FixedPart> found;
    const std::vector<bool> fixed = fixed_statements(program);
    for (std::size_t s = 0; s < program.statements.size(); ++s) {
        if (fixed[s]) continue;
        const std::vector<Part> parts = parts_of(program.statements[s], fixed);
        const auto take = [&](int operand) {
            if (operand < 0) return;
            const Part& part = parts[at(operand)];
            if (part.fixed && part.costly) found.push_back({static_cast<int>(s), part.first, operand});
        };
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].fixed) continue;
            take(program.statements[s].terms[i].a);
            take(program.statements[s].terms[i].b);
        }
    }
    return found;
}

Program with_parts_apart(const Program& program, const std::vector<FixedPart>& parts) {
    Program made = program;
    made.statements.clear();
    std::vector<int> moved_to;
    for (std::size_t s = 0; s < program.statements.size(); ++s) {
        const Statement& old = program.statements[s];
        Statement whole{old.name, old.field, {}};
        std::vector<int> number(old.terms.size(), -1);  // of a term in the new statement
        for (int i = 0; i < static_cast<int>(old.terms.size()); ++i) {
            const auto part = std::ranges::find_if(parts, [&](const FixedPart& one) {
                return one.statement == static_cast<int>(s) && one.first <= i && i <= one.last;
            });
            const auto moved = [&](Term term, int shift) {
                if (term.reads() && term.access.origin == Origin::statement)
                    term.access.index = moved_to[at(term.access.index)];
                if (term.a >= 0) term.a = shift < 0 ? number[at(term.a)] : term.a - shift;
                if (term.b >= 0) term.b = shift < 0 ? number[at(term.b)] : term.b - shift;
                return term;
            };
            if (part == parts.end()) {
                whole.terms.push_back(moved(old.terms[at(i)], -1));
            } else if (i == part->last) {
                Statement apart{"a part of " + old.name + " that never changes", -1, {}};
                for (int j = part->first; j <= part->last; ++j)
                    apart.terms.push_back(moved(old.terms[at(j)], part->first));
                Term read;
                read.operation = Operation::access;
                read.access.origin = Origin::statement;
                const auto same = std::ranges::find(made.statements, apart.terms, &Statement::terms);
                read.access.index = static_cast<int>(same - made.statements.begin());
                if (same == made.statements.end()) made.statements.push_back(std::move(apart));
                whole.terms.push_back(read);
            } else {
                continue;
            }
            number[at(i)] = static_cast<int>(whole.terms.size()) - 1;
        }
        moved_to.push_back(static_cast<int>(made.statements.size()));
        made.statements.push_back(std::move(whole));
    }
    return made;
}

}  // namespace wavesim::equations
