// SPDX-License-Identifier: MIT
// The language of programs: what is read, and what is said of what cannot be.
#include "stencils/equations/program_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "stencils/equations/linearity.hpp"
#include "stencils/equations/some_programs.hpp"
#include "stencils/equations/step_limit.hpp"

namespace wavesim::equations {
namespace {

using testing::ElementsAre;

Declarations two_fields(std::vector<int> dims = {2}) {
    return declared(std::move(dims), {field("p", 2), field("q", 1)}, {parameter("c")}, {{"nu", 0.5}});
}

/// Every fault as "statement:character: sentence".
std::vector<std::string> faults(const std::vector<std::string>& statements, const Declarations& names = two_fields()) {
    std::vector<std::string> found;
    try {
        read_statements("test", names, statements);
    } catch (const StatementFaults& all) {
        for (const StatementFault& fault : all.faults())
            found.push_back(std::to_string(fault.statement) + ":" + std::to_string(fault.at) + ": " + fault.message);
    }
    return found;
}

/// Of p.new, while q and c are read too.
std::vector<std::string> of(const std::string& expression, std::vector<int> dims = {2}) {
    return faults({"q.new = c*q", "p.new = " + expression}, two_fields(std::move(dims)));
}

std::vector<std::string> names_in_order(const Program& program) {
    std::vector<std::string> names;
    for (const Statement& statement : program.statements) names.push_back(statement.name);
    return names;
}

TEST(ProgramText, StatementsMayStandInAnyOrder) {
    const Program program =
        read_statements("test", two_fields(), {"q.new = q - r*c", "p.new = p + s[1,0]", "r = s + 1", "s = p.old*nu"});

    EXPECT_THAT(names_in_order(program), ElementsAre("s", "r", "q.new", "p.new"));
    EXPECT_EQ(program.giver(0), 3);
    EXPECT_EQ(program.statements[3].terms[1].access.index, 0);
}

TEST(ProgramText, ADifferenceOfAnExpressionIsAStatementOfItsOwn) {
    const Program program = read_statements("test", two_fields(), {"q.new = c*q", "p.new = p + laplace(p - p.old)*3"});

    EXPECT_THAT(names_in_order(program), ElementsAre("q.new", "column 21 of p.new", "p.new"));
    EXPECT_EQ(program.statements[1].terms.size(), 3);
    EXPECT_EQ(program.statements[2].terms[1].operation, Operation::laplace);
    EXPECT_EQ(program.statements[2].terms[1].access.index, 1);
}

TEST(ProgramText, CalculatesWithNumbersAlone) {
    const Program program =
        read_statements("test", two_fields(), {"q.new = c*q", "p.new = p*(max(1, min(5, 3)) - abs(-2) + sqrt(16)*nu)"});

    ASSERT_EQ(program.statements[1].terms.size(), 3);
    EXPECT_EQ(program.statements[1].terms[1].value, 3);
}

TEST(ProgramText, VersionOneIsOneFieldAndOneLevel) {
    Declarations names = declared({3}, {field("u", 1)}, {}, {{"dt", 7}});
    names.version = 1;

    const Program program = read_statements("old", names, {"a = u[1,0,0] + u[-1,0,0];", "u = 0.5f*a - dt*u"});

    EXPECT_THAT(names_in_order(program), ElementsAre("a", "u"));
    EXPECT_EQ(program.statements[1].field, 0);
    EXPECT_THAT(faults({"u = 1", "u = u"}, names), ElementsAre("0:0: u is given by the last statement only"));
    EXPECT_THAT(faults({"u.new = u"}, names), ElementsAre("0:0: version 1 has no levels: the last statement gives u"));
}

TEST(ProgramText, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"p + pp", "1:12: nothing has the name 'pp'"},
        {"p + pp[0,0]", "1:12: there is no field 'pp'"},
        {"cos(p)", "1:8: there is no function 'cos'"},
        {"p + q.old", "1:12: q.old is not kept: the field has one level"},
        {"p.now", "1:8: the levels of a field are p.old, p and p.new"},
        {"c.old", "1:8: 'c' is no field, so it has no levels"},
        {"p.new[1,0]", "1:8: 'p.new' is needed before it is there: it needs itself"},
        {"p[1]", "1:8: a node of a program of 2 dimensions has 2 offsets, not 1"},
        {"p[9,0]", "1:10: an offset lies between -8 and 8"},
        {"p[1.5,0]", "1:10: an offset is a whole number such as -1"},
        {"p/(1 - 1)", "1:9: this divides by zero"},
        {"p*(2 - ", "1:15: a number, a name or '(' is expected, and the statement ends here"},
        {"p*(2 - 1",
         "1:16: ')' is expected to close the parenthesis of column 11 of the statement, and the statement "
         "ends here"},
        {"2*\u03c0*p", "1:10: a number, a name or '(' is expected, not '\u03c0'"},  // two bytes
        {"p \u20ac", "1:10: an operator or the end is expected, not '\u20ac'"},     // three
        {"p 2", "1:10: an operator or the end is expected, not '2'"},
        {"d1x(p)", "1:8: a first difference is taken half a cell further, d1x+, or half a cell back, d1x-"},
        {"min(p)", "1:13: min takes two values, not ')'"},
        {"p*exp(-c)", "1:15: exp takes constants, dt and dx alone"},
        {"p*1e999", "1:10: the number is too large or too small"},
        {"p*1.2.3", "1:10: this is no number"},
    };
    for (const auto& [expression, sentence] : cases) EXPECT_THAT(of(expression), ElementsAre(sentence)) << expression;
    EXPECT_THAT(of("p[0,0]", {2, 3}),
                ElementsAre("1:8: a node of a program of 2 and 3 dimensions has 3 offsets, not 2"));
}

TEST(ProgramText, SaysWhatClashes) {
    const std::string q = "q.new = c*q";
    EXPECT_THAT(faults({q, "p.new = p", "p.new = q"}), ElementsAre("2:0: two statements give p.new"));
    EXPECT_THAT(faults({q, "a = p", "a = q", "p.new = a"}), ElementsAre("2:0: the name 'a' is taken already"));
    EXPECT_THAT(faults({q, "nu = p", "p.new = p"}), ElementsAre("1:0: the name 'nu' is taken already"));
    EXPECT_THAT(faults({q, "dt = p", "p.new = p"}), ElementsAre("1:0: the name 'dt' is taken already"));
    EXPECT_THAT(faults({q, "p = p"}), ElementsAre("1:0: 'p' is a field: a statement gives its next level, p.new"));
    EXPECT_THAT(faults({q, "p.old = p"}), ElementsAre("1:0: a statement gives the next level of a field, p.new"));
    EXPECT_THAT(faults({q, "r.new = p"}), ElementsAre("1:0: there is no field 'r'"));
    EXPECT_THAT(faults({q}), ElementsAre("0:0: no statement gives p.new, so the field cannot move"));
    EXPECT_THAT(faults({}), ElementsAre("0:0: there is no statement"));
    EXPECT_THAT(faults({q, "p.new = p", "a = p"}), ElementsAre("2:0: nothing uses 'a'"));
    EXPECT_THAT(faults({"q.new = q", "p.new = p"}), ElementsAre("0:0: no statement reads the parameter 'c'"));
}

TEST(ProgramText, SaysWhichValuesWaitForEachOther) {
    EXPECT_THAT(faults({"a = b[1,0]", "b = c*q.new", "q.new = q + a", "p.new = p + a"}),
                ElementsAre("2:12: 'a' is needed before it is there: 'a' needs 'b', 'b' needs 'q.new', and 'q.new' "
                            "needs 'a'"));
}

TEST(ProgramText, CollectsOneFaultOfEachStatement) {
    EXPECT_THAT(faults({"q.new = c*qq + cc", "a + 1", "p.new = p["}),
                ElementsAre("0:10: nothing has the name 'qq'", "1:2: '=' is expected after 'a', not '+'",
                            "2:10: an offset is a whole number such as -1, and the statement ends here"));
}

TEST(ProgramText, GivesTheNamesThatCouldHaveBeenMeant) {
    try {
        read_statements("test", two_fields(), {"q.new = c*q", "lap = p", "p.new = lapp"});
        FAIL();
    } catch (const StatementFaults& found) {
        EXPECT_EQ(found.faults()[0].unknown, "lapp");
        EXPECT_THAT(found.faults()[0].names, testing::IsSupersetOf({"lap", "p", "nu", "dt", "laplace"}));
    }
}

TEST(ProgramText, SaysWhatIsNotLinear) {
    const auto why = [](const std::string& expression) {
        return why_not_linear(read_statements("test", two_fields(), {"q.new = c*q", "p.new = " + expression}));
    };
    EXPECT_EQ(why("p*p"), "the statement that gives 'p.new' multiplies two values of fields");
    EXPECT_EQ(why("c/p"), "the statement that gives 'p.new' divides by a value of a field");
    EXPECT_EQ(why("p + c"), "the statement that gives 'p.new' adds a value that no field gives");
    EXPECT_EQ(why("abs(p)"), "the statement that gives 'p.new' takes a function of a field");
    EXPECT_EQ(why("c"), "the statement that gives 'p.new' gives a field a value that no field gives");
    EXPECT_EQ(why("sqrt(c)*p/c - (p.old + q.new)*dt"), "");
}

/// Texts made of pieces of programs, whole and broken.
/// Functions within functions are as deep as parentheses: 200 are read, one more is refused.
TEST(ProgramText, FunctionsStandTwoHundredDeep) {
    const auto nested = [](int depth) {
        std::string text = "p";
        for (int i = 0; i < depth; ++i) text = (i % 2 == 0 ? "abs(" : "min(2, ") + text + ")";
        return of(text);
    };
    const auto of_depth = [](const std::vector<std::string>& found) {
        return !found.empty() && found[0].find("more than 200 parentheses") != std::string::npos;
    };
    EXPECT_FALSE(of_depth(nested(200)));
    EXPECT_TRUE(of_depth(nested(201)));
}

std::string odd_expression(std::mt19937& random, int depth) {
    static const std::vector<std::string> pieces{
        "p",     "p.old",   "q", "q.new",    "c",    "nu", "dt",    "dx",      "p[1,0]",   "q[-3,2]", "a",
        "b",     "0",       "2", "1e-3",     ".5f",  "p.", "p[",    "[1]",     "(",        ")",       "+",
        "1e308", "d1x+(p)", "$", "laplace(", "p[9]", "zz", "p.new", "exp(dt)", "\xc3\xa4", "min(p, ", "d2y(a)"};
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    if (depth == 0 || pick(4) == 0) return pieces[pick(pick(3) == 0 ? pieces.size() : 16)];
    static const std::vector<std::string> operators{" + ", " - ", "*", "/", "", ",", " "};
    const std::string text =
        odd_expression(random, depth - 1) + operators[pick(pick(6) == 0 ? 7 : 4)] + odd_expression(random, depth - 1);
    switch (pick(7)) {
        case 0: return "(" + text + ")";
        case 1: return "laplace(" + text + ")";
        case 2: return "d1z-(" + text + ")";
        case 3: return "max(" + text + ", 1)";
        default: return text;
    }
}

TEST(ProgramText, OddProgramsEndWithASentenceOrHaveASymbol) {
    std::mt19937 random(7);
    int sentences = 0;
    int programs = 0;
    int symbols = 0;
    for (int i = 0; i < 2000; ++i) {
        const int depth = i % 4;
        const std::vector<std::string> statements{
            "a = " + odd_expression(random, depth) + (i % 2 == 0 ? "*c" : ""), "b = " + odd_expression(random, depth),
            "q.new = b + a*c + " + odd_expression(random, depth), "p.new = " + odd_expression(random, depth)};
        try {
            const Program program = read_statements("odd", two_fields(), statements);
            ++programs;
            if (!why_not_linear(program).empty()) continue;
            const Symbol symbol(program, leggy(1, 2));
            EXPECT_FALSE(std::isnan(symbol.growth({0.5, 0, 0.7}, {0.1, 0.2, {1.5}})));
            ++symbols;
        } catch (const StatementFaults& found) {
            ++sentences;
            for (const StatementFault& fault : found.faults()) {
                ASSERT_LT(fault.statement, statements.size());
                EXPECT_LE(fault.at, statements[fault.statement].size());
                EXPECT_FALSE(fault.message.empty());
            }
        }
    }
    EXPECT_GT(sentences, 200);
    EXPECT_GT(programs, 50);
    EXPECT_GT(symbols, 10);
    std::string deep(5000, '(');
    EXPECT_THAT(of(deep), ElementsAre(testing::HasSubstr("more than 200 parentheses")));
    std::string laplaces;
    for (int i = 0; i < 300; ++i) laplaces += "laplace(";
    EXPECT_THAT(of(laplaces + "p"), ElementsAre(testing::HasSubstr("more than 200 parentheses")));
    std::string wide = "p";
    for (int i = 0; i < 11000; ++i) wide += "+p";
    EXPECT_THAT(of(wide), ElementsAre(testing::HasSubstr("more than 20000 operations")));
}

}  // namespace
}  // namespace wavesim::equations
