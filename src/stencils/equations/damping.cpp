// SPDX-License-Identifier: MIT
#include "stencils/equations/damping.hpp"

#include <map>
#include <utility>
#include <vector>

namespace wavesim::equations {

namespace {

Term read(Origin origin, int index, Time time = Time::now) {
    Term term;
    term.operation = Operation::access;
    term.access.origin = origin;
    term.access.index = index;
    term.access.time = time;
    return term;
}

Term with_operands(Operation operation, std::size_t a, std::size_t b) {
    Term term;
    term.operation = operation;
    term.a = static_cast<int>(a);
    term.b = static_cast<int>(b);
    return term;
}

/// Multiplies the result of a statement by a value of the node.
void multiply(Statement& statement, Origin origin, int index) {
    statement.terms.push_back(read(origin, index));
    statement.terms.push_back(
        with_operands(Operation::product, statement.terms.size() - 2, statement.terms.size() - 1));
}

/// The mean of a parameter over the nodes around a place half a cell further along some axes.
Statement mean_at(const std::array<bool, 3>& half, int parameter) {
    Statement mean;
    mean.name = "mean damping factor";
    double count = 0;
    for (const int z : {0, 1})
        for (const int y : {0, 1})
            for (const int x : {0, 1}) {
                if ((x == 1 && !half[0]) || (y == 1 && !half[1]) || (z == 1 && !half[2])) continue;
                Term one = read(Origin::parameter, parameter);
                one.access.offset = {x, y, z};
                mean.terms.push_back(one);
                if (count > 0)
                    mean.terms.push_back(with_operands(Operation::sum, mean.terms.size() - 2, mean.terms.size() - 1));
                ++count;
            }
    Term share;
    share.operation = Operation::number;
    share.value = 1 / count;
    mean.terms.push_back(share);
    mean.terms.push_back(with_operands(Operation::product, mean.terms.size() - 2, mean.terms.size() - 1));
    return mean;
}

}  // namespace

Program with_damping(const Program& program) {
    Program made = program;
    const int factor = static_cast<int>(program.declared.parameters.size());
    Parameter parameter;
    parameter.name = damping_factor;
    parameter.value = 1;
    made.declared.parameters.push_back(parameter);

    // Fields between the nodes have the factor of their own places: both fields of a wave are damped alike then.
    std::vector<Statement> before;
    std::map<std::array<bool, 3>, int> between;
    for (const Field& field : program.declared.fields) {
        if (field.half == std::array<bool, 3>{} || between.contains(field.half)) continue;
        between[field.half] = static_cast<int>(before.size());
        before.push_back(mean_at(field.half, factor));
    }
    const auto damp = [&](Statement& statement, const Field& field) {
        const auto mean = between.find(field.half);
        if (mean == between.end())
            multiply(statement, Origin::parameter, factor);
        else
            multiply(statement, Origin::statement, mean->second);
    };
    // Level n-1 was multiplied once more since it was level n.
    std::vector<int> damped(program.declared.fields.size(), -1);
    for (std::size_t f = 0; f < damped.size(); ++f) {
        const Field& field = program.declared.fields[f];
        if (field.levels != 2) continue;
        damped[f] = static_cast<int>(before.size());
        Statement statement;
        statement.name = field.name + ".old damped";
        statement.terms.push_back(read(Origin::field, static_cast<int>(f), Time::old));
        damp(statement, field);
        before.push_back(std::move(statement));
    }
    const int more = static_cast<int>(before.size());
    for (Statement& statement : made.statements) {
        for (Term& term : statement.terms) {
            if (!term.reads()) continue;
            Access& access = term.access;
            if (access.origin == Origin::statement) {
                access.index += more;
            } else if (access.origin == Origin::field && access.time == Time::old) {
                access = {Origin::statement, damped[static_cast<std::size_t>(access.index)], Time::now, access.offset};
            }
        }
        if (statement.field >= 0) damp(statement, program.declared.fields[static_cast<std::size_t>(statement.field)]);
    }
    made.statements.insert(made.statements.begin(), before.begin(), before.end());
    return made;
}

}  // namespace wavesim::equations
