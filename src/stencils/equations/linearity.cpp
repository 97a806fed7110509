// SPDX-License-Identifier: MIT
#include "stencils/equations/linearity.hpp"

namespace wavesim::equations {

std::vector<bool> fixed_statements(const Program& program) {
    std::vector<bool> fixed(program.statements.size(), true);
    for (std::size_t s = 0; s < fixed.size(); ++s) {
        if (program.statements[s].field >= 0) fixed[s] = false;
        for (const Term& term : program.statements[s].terms) {
            if (!term.reads() || term.access.origin == Origin::parameter) continue;
            if (term.access.origin == Origin::field || !fixed[static_cast<std::size_t>(term.access.index)])
                fixed[s] = false;
        }
    }
    return fixed;
}

std::string why_not_linear(const Program& program) {
    const std::vector<bool> fixed = fixed_statements(program);
    for (const Statement& statement : program.statements) {
        std::vector<bool> moves;  // per term: it depends on fields
        const auto why = [&statement](const std::string& what) {
            return "the statement that gives '" + statement.name + "' " + what;
        };
        for (const Term& term : statement.terms) {
            const bool a = term.a >= 0 && moves[static_cast<std::size_t>(term.a)];
            const bool b = term.b >= 0 && moves[static_cast<std::size_t>(term.b)];
            bool moving = a || b;
            switch (term.operation) {
                case Operation::product:
                    if (a && b) return why("multiplies two values of fields");
                    break;
                case Operation::quotient:
                    if (b) return why("divides by a value of a field");
                    break;
                case Operation::sum:
                case Operation::difference: {
                    // Multiplication by the number 0 does not depend on fields.
                    const auto is_zero = [&](int i) {
                        const Term& other = statement.terms[static_cast<std::size_t>(i)];
                        return other.operation == Operation::number && other.value == 0;
                    };
                    if (a != b && !is_zero(a ? term.b : term.a)) return why("adds a value that no field gives");
                    break;
                }
                case Operation::root:
                case Operation::magnitude:
                case Operation::exponential:
                case Operation::least:
                case Operation::greatest:
                    if (moving) return why("takes a function of a field");
                    break;
                default:
                    if (term.reads())
                        moving = term.access.origin == Origin::field ||
                                 (term.access.origin == Origin::statement &&
                                  !fixed[static_cast<std::size_t>(term.access.index)]);
            }
            moves.push_back(moving);
        }
        if (statement.field >= 0 && !moves.back()) {
            const Term& last = statement.terms.back();
            if (last.operation != Operation::number || last.value != 0)
                return why("gives a field a value that no field gives");
        }
    }
    return {};
}

}  // namespace wavesim::equations
