// SPDX-License-Identifier: MIT
#include "studies/formula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace wavesim {
namespace {

std::string why_no_number(const std::string& text, const std::map<std::string, double>& variables = {}) {
    try {
        Formula(text).at(variables);
    } catch (const FormulaError& error) {
        return error.what();
    }
    return "a number";
}

TEST(Formula, IsComputedAnewForOtherNumbers) {
    Formula formula("2*a + b^2 - min(a, max(b, pi))");
    EXPECT_DOUBLE_EQ(formula.at({{"a", 3}, {"b", 5}}), 6 + 25 - 3);
    EXPECT_DOUBLE_EQ(formula.at({{"a", 7}, {"b", -1}}), 14 + 1 - std::numbers::pi);
    EXPECT_DOUBLE_EQ(Formula("sqrt(16) + exp(0) + ln(exp(2)) + log10(1000) + abs(-5) + rint(6.6)").at({}), 22);
}

TEST(Formula, Has10000CharactersAnd200NestedBracketsAtMost) {
    std::string sum = "1";
    for (int i = 0; i < 4999; ++i) sum += "+1";
    EXPECT_EQ(Formula(sum + ' ').at({}), 5000);
    EXPECT_EQ(why_no_number(sum + "  "), "has 10001 characters (at most 10000 are allowed)");
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + '2' + std::string(depth, ')'); };
    EXPECT_EQ(Formula(nested(200)).at({}), 2);
    EXPECT_EQ(why_no_number(nested(201)), "has brackets 201 deep (at most 200 are allowed)");
    std::string flat = "(1)";
    for (int i = 0; i < 300; ++i) flat += "+(1)";
    EXPECT_EQ(Formula(flat).at({}), 301) << "brackets beside each other are not nested";
}

TEST(Formula, SaysWhatIsWrong) {
    EXPECT_EQ(why_no_number("1/(a-2)", {{"a", 2}}), "'1/(a-2)' gives no finite number");
    EXPECT_EQ(why_no_number("ln(-1)"), "'ln(-1)' gives no finite number");
    EXPECT_EQ(why_no_number("2*hight", {{"height", 2}, {"x", 1}}),
              "'2*hight' needs 'hight', which is no parameter with a number; did you mean 'height'?");
    EXPECT_EQ(why_no_number("2*q", {{"height", 2}}), "'2*q' needs 'q', which is no parameter with a number");
    EXPECT_NE(why_no_number("2*(a", {{"a", 2}}).find("'2*(a' cannot be read near"), std::string::npos);
}

}  // namespace
}  // namespace wavesim
