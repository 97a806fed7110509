// SPDX-License-Identifier: MIT
#include "programs/formula_parser.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "programs/linear_form.hpp"
#include "programs/reference.hpp"

namespace wavesim {
namespace {

/// What statements say at the middle of a field u = 1 + x + 10 z (2D) or 1 + x + 10 y + 100 z.
double value_of_statements(const std::vector<std::string>& statements, int dims,
                           const std::map<std::string, double>& constants = {}) {
    StencilProgram program;
    program.dims = dims;
    program.formula = parse_formula(statements, constants, dims);
    const Extent inner{1, 1, 1};
    const ProgramField field(program, inner);
    std::vector<double> from(static_cast<std::size_t>(field.whole.nodes()));
    for (int z = -field.rx; z <= field.rx; ++z)
        for (int y = -field.ry; y <= field.ry; ++y)
            for (int x = -field.rx; x <= field.rx; ++x)
                from[static_cast<std::size_t>(field.index(x, y, z))] =
                    dims == 3 ? 1 + x + 10 * y + 100 * z : 1 + x + 10 * z;
    std::vector<double> to;
    step_reference(program, inner, from, to, 1);
    return to[static_cast<std::size_t>(field.index(0, 0, 0))];
}

TEST(FormulaParser, ReadsNodesByTheirOffsets) {
    EXPECT_EQ(value_of_statements({"u = u[-1, 2, 3]"}, 3), 1 - 1 + 20 + 300);
    EXPECT_EQ(value_of_statements({"u = u[2, -3]"}, 2), 1 + 2 - 30);
    EXPECT_EQ(value_of_statements({"u = u + u[1, 0]"}, 2), 1 + 2);
}

TEST(FormulaParser, KeepsThePrecedenceOfC) {
    EXPECT_EQ(value_of_statements({"u = u + 2 * 3 - 8 / 4 / 2"}, 2), 1 + 6 - 1);
    EXPECT_EQ(value_of_statements({"u = 2 - 3 - u"}, 2), -2);
    EXPECT_EQ(value_of_statements({"u = -u * -(2 + +3)"}, 2), 5);
    EXPECT_EQ(value_of_statements({"u = 6 / u[1, 0] * 2;"}, 2), 6);
    EXPECT_DOUBLE_EQ(value_of_statements({"u = 1.5e1f / sqrt(u[1, 0] + 2.)"}, 2), 7.5);
}

TEST(FormulaParser, KnowsConstantsAndEarlierStatements) {
    EXPECT_EQ(value_of_statements({"a = u + c0", "b = a * a", "u = b - a"}, 2, {{"c0", 2}}), 6);
}

TEST(FormulaParser, DropsWhatNobodyUsesAndCalculatesWithConstants) {
    const StencilFormula formula = parse_formula({"a = u[8, 8]", "u = u * (1 + 2)"}, {}, 2);
    EXPECT_EQ(radius_of(formula), 0);
    ASSERT_EQ(formula.terms.size(), 3U);
    EXPECT_EQ(formula.terms[1].value, 3);
}

struct Bad {
    const char* statement;
    std::size_t at;
    const char* message;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.statement; }

class BadStatement : public ::testing::TestWithParam<Bad> {};

TEST_P(BadStatement, NamesThePlaceAndTheReason) {
    try {
        parse_formula({GetParam().statement}, {{"c0", 0}}, 2);
        FAIL() << "it was read";
    } catch (const StencilFormulaError& error) {
        EXPECT_EQ(error.what(), std::string(GetParam().message));
        EXPECT_EQ(error.at(), GetParam().at);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, BadStatement,
    ::testing::Values(
        Bad{"", 0, "a statement is `name = expression`, and here is no name"},
        Bad{"u + 1", 2, "'=' is expected after 'u', not '+'"}, Bad{"v = u", 0, "the last statement gives u, not 'v'"},
        Bad{"u = ", 4, "a number, a name, u[...] or '(' is expected, and the statement ends here"},
        Bad{"u = \u03c0", 4, "a number, a name, u[...] or '(' is expected, not '\u03c0'"},
        Bad{"u = u u", 6, "an operator or the end is expected, not 'u'"},
        Bad{"u = (u + 1", 10,
            "')' is expected to close the parenthesis of column 5 of the statement, and the statement ends here"},
        Bad{"u = u[1, 0", 10,
            "']' is expected to close the bracket of column 6 of the statement, and the statement ends here"},
        Bad{"u = u[1]", 4, "a node of a program of 2 dimensions has 2 offsets, not 1"},
        Bad{"u = u[1, 0, 0]", 4, "a node of a program of 2 dimensions has 2 offsets, not 3"},
        Bad{"u = u[x, 0]", 6, "an offset is a whole number such as -1, not 'x'"},
        Bad{"u = u[1.5, 0]", 6, "an offset is a whole number such as -1"},
        Bad{"u = u[0, -9]", 9, "an offset lies between -8 and 8"},
        Bad{"u = 2 * w", 8, "nothing has the name 'w': it is no constant and no statement before gives it"},
        Bad{"u = exp(u)", 4, "there is no function 'exp'; there is sqrt"},
        Bad{"u = w[0, 1]", 4, "there is no field 'w'; the field is u"},
        Bad{"u = sqrt u", 9, "'(' is expected after sqrt, not 'u'"}, Bad{"u = u / c0", 6, "this divides by zero"},
        Bad{"u = u + 1.2.3", 8, "this is no number"}, Bad{"u = u + 3x", 8, "this is no number"},
        Bad{"u = u * 1e999", 8, "the number is too large or too small"},
        Bad{"u = u + sqrt(0 - 1)", 8, "this has no finite value"},
        Bad{"u = 1 + 2", 0, "the last statement reads no node of u, so nothing would move"}));

TEST(FormulaParser, RefusesNamesTwiceAndDeepParentheses) {
    EXPECT_THROW(parse_formula({"a = u", "a = u", "u = a"}, {}, 2), StencilFormulaError);
    EXPECT_THROW(parse_formula({"u = u", "u = u"}, {}, 2), StencilFormulaError);
    EXPECT_THROW(parse_formula({"u = " + std::string(5000, '(') + "u"}, {}, 2), StencilFormulaError);
    EXPECT_THROW(parse_formula({"u = " + std::string(5000, '-') + "u"}, {}, 2), StencilFormulaError);
}

TEST(LinearForm, CollectsWeightsOfEachNode) {
    const auto form = linear_form(parse_formula({"u = (2*u[1, 0] - u + 3*(u[1, 0] + 4)) / 4"}, {}, 2));
    ASSERT_TRUE(form);
    ASSERT_EQ(form->weights.size(), 2U);
    EXPECT_EQ(form->weights[0].offset, Offset{});
    EXPECT_EQ(form->weights[0].value, -0.25);
    EXPECT_EQ(form->weights[1].value, 1.25);
    EXPECT_EQ(form->constant, 3);
}

TEST(LinearForm, IsNoneForProductsAndRootsOfNodes) {
    EXPECT_FALSE(linear_form(parse_formula({"u = u * u[1, 0]"}, {}, 2)));
    EXPECT_FALSE(linear_form(parse_formula({"u = 1 / u"}, {}, 2)));
    EXPECT_FALSE(linear_form(parse_formula({"u = sqrt(u)"}, {}, 2)));
    EXPECT_FALSE(linear_form(parse_formula({"u = u - u"}, {}, 2)));
}

TEST(Reference, GivesTheSameBitsForAnyNumberOfThreadsAndKeepsTheRing) {
    StencilProgram program;
    program.formula = parse_formula({"u = 0.3*u[-2, 0, 1] + 0.7*u[0, 1, -1]"}, {}, 3);
    const Extent inner{131, 5, 7};
    const ProgramField field(program, inner);
    const std::vector<float> start = sample_field<float>(field, 4);
    std::vector<float> one = start;
    std::vector<float> three = start;

    run_reference(program, inner, one, 3, 1);
    run_reference(program, inner, three, 3, 3);

    EXPECT_EQ(one, three);
    EXPECT_NE(one, start);
    EXPECT_EQ(one[static_cast<std::size_t>(field.index(-1, 2, 2))],
              start[static_cast<std::size_t>(field.index(-1, 2, 2))]);
    EXPECT_EQ(one[static_cast<std::size_t>(field.index(3, 2, 8))],
              start[static_cast<std::size_t>(field.index(3, 2, 8))]);
}

}  // namespace
}  // namespace wavesim
