// SPDX-License-Identifier: MIT
#include "stencils/equations/fixed_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stencils/equations/grid_terms.hpp"
#include "stencils/equations/linearity.hpp"
#include "stencils/equations/some_programs.hpp"

namespace wavesim::equations {
namespace {

using testing::ElementsAre;

Program with(const std::vector<std::string>& statements) {
    return read_statements("parts", declared({2}, {field("p", 2)}, {parameter("a"), parameter("b")}, {{"k", 3}}),
                           statements);
}

/// The value of a statement at a node where every value that it reads has a number of its own.
double value_of(const Program& program, std::size_t s) {
    std::vector<double> values;
    for (const Term& term : program.statements[s].terms) {
        const auto of = [&](int i) { return values[static_cast<std::size_t>(i)]; };
        switch (term.operation) {
            case Operation::number: values.push_back(term.value); break;
            case Operation::given: values.push_back(term.given == Given::time_step ? 0.25 : 4); break;
            case Operation::access:
                values.push_back(term.access.origin == Origin::statement
                                     ? value_of(program, static_cast<std::size_t>(term.access.index))
                                     : 2.5 + 3 * term.access.index + 7 * static_cast<int>(term.access.time) +
                                           0.125 * term.access.offset.x +
                                           (term.access.origin == Origin::field ? 1 : 0));
                break;
            case Operation::root: values.push_back(std::sqrt(of(term.a))); break;
            case Operation::sum: values.push_back(of(term.a) + of(term.b)); break;
            case Operation::difference: values.push_back(of(term.a) - of(term.b)); break;
            case Operation::product: values.push_back(of(term.a) * of(term.b)); break;
            case Operation::quotient: values.push_back(of(term.a) / of(term.b)); break;
            default: ADD_FAILURE() << "an operation that no text has here"; return 0;
        }
    }
    return values.back();
}

TEST(FixedParts, AreTheLargestThatDivide) {
    // k*b/dx is one part, with its product; 2*a divides nothing, and p/b and k/dt are no parts.
    const Program program = with({"p.new = 2*a*p - p.old/b + k*b/dx*p[1,0] + k/dt*p"});
    const std::vector<FixedPart> parts = fixed_parts(program);
    ASSERT_EQ(parts.size(), 1U);
    const Program apart = with_parts_apart(program, parts);
    ASSERT_EQ(apart.statements.size(), 2U);
    const auto operations = [](const Statement& statement) {
        std::vector<Operation> all;
        for (const Term& term : statement.terms) all.push_back(term.operation);
        return all;
    };
    EXPECT_THAT(operations(apart.statements[0]), ElementsAre(Operation::number, Operation::access, Operation::product,
                                                             Operation::given, Operation::quotient));
    EXPECT_EQ(apart.statements[0].field, -1);
    EXPECT_EQ(apart.statements[1].field, 0);
    EXPECT_THAT(fixed_statements(apart), ElementsAre(true, false));
    EXPECT_EQ(value_of(apart, 1), value_of(program, 0));
}

TEST(FixedParts, AreSharedByStatementsThatNumberOthers) {
    const Program program =
        with({"m = a*b", "f = p*sqrt(m + b[1,0]) - p.old*(a/m)", "p.new = f[1,0]*sqrt(m + b[1,0]) + f/(a/m) + m*p"});
    const std::vector<FixedPart> parts = fixed_parts(program);
    ASSERT_EQ(parts.size(), 4U);
    const Program apart = with_parts_apart(program, parts);
    ASSERT_EQ(apart.statements.size(), 5U);  // two roots are one, and so are two quotients
    EXPECT_THAT(fixed_statements(apart), ElementsAre(true, true, true, false, false));
    EXPECT_EQ(value_of(apart, 3), value_of(program, 1));
    EXPECT_EQ(value_of(apart, 4), value_of(program, 2));
    // One part alone.
    const Program one = with_parts_apart(program, {parts[1]});
    ASSERT_EQ(one.statements.size(), 4U);
    EXPECT_EQ(value_of(one, 3), value_of(program, 2));
    EXPECT_EQ(fixed_parts(one).size(), 3U);
}

TEST(FixedParts, LeaveDifferencesAndFieldsWhereTheyAre) {
    EXPECT_TRUE(fixed_parts(with({"p.new = d1x+(a)/b*p + p.old"})).empty());
    EXPECT_TRUE(fixed_parts(with({"m = a/b", "p.new = m*p + p.old/k"})).empty());
}

}  // namespace
}  // namespace wavesim::equations
