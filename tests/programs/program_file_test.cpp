// SPDX-License-Identifier: MIT
#include "programs/program_file.hpp"
#include "io/scene/equations_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "io/scene/equations_file.hpp"
#include "io/scene/reader.hpp"
#include "programs/linear_form.hpp"

namespace wavesim {
namespace {

const std::string head = "program: 1\ndims: 2\n";

std::string faults_of(const std::string& text) {
    try {
        parse_program(text, "p.yaml");
        return "";
    } catch (const SceneFileError& error) {
        return error.what();
    }
}

TEST(ProgramFile, ReadsStatementsOfOneAndOfSeveralLines) {
    const StencilProgram program = parse_program(head +
                                                     "constants: {c0: 4}\n"
                                                     "statements:\n"
                                                     "  - a = u[1, 0] + u[-1, 0]\n"
                                                     "  - >-\n"
                                                     "    u = (a\n"
                                                     "        + u[0, 1]) / c0  \n"
                                                     "size: 100\niterations: 7\nflops: 5\n",
                                                 "folder/p.yaml");
    EXPECT_EQ(program.name, "p");
    EXPECT_EQ(program.dims, 2);
    EXPECT_EQ(program.size, 100);
    EXPECT_EQ(program.iterations, 7);
    EXPECT_EQ(program.flops, 5);
    EXPECT_EQ(nodes_read(program.formula).size(), 3U);
}

TEST(ProgramFile, CountsOperationsWhereTheFileDoesNot) {
    EXPECT_EQ(parse_program(head + "statements: [u = 2*u + u/3]\n", "p.yaml").flops, 3);
}

struct Bad {
    const char* text;
    const char* faults;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.faults; }
class BadProgram : public ::testing::TestWithParam<Bad> {};

TEST_P(BadProgram, IsRefusedWithLineAndColumn) { EXPECT_EQ(faults_of(GetParam().text), GetParam().faults); }

INSTANTIATE_TEST_SUITE_P(
    Corpus, BadProgram,
    ::testing::Values(
        Bad{"", "p.yaml:1:1: the program is empty; configs/stencils has examples"},
        Bad{"wavesim: 1\n", "p.yaml:1:10: wavesim: this is a scene, not a stencil program; `wavesim run` takes it"},
        Bad{"program: 1\ndims 3\n", "p.yaml:2:1: the ':' after the key 'dims' is missing; write 'dims: 3'"},
        Bad{"program: 1\ndims: 4\nstatements: [u = u]\n", "p.yaml:2:7: dims: is 4 (must be at most 3)"},
        Bad{"program: 1\ndims: 2\nstatements:\n  - u = u + w\n",
            "p.yaml:4:13: statements[0]: nothing has the name 'w': it is no constant and no statement before gives it"},
        Bad{"program: 1\ndims: 2\nstatements:\n  - \"u = u[0, 1, 2]\"\n",
            "p.yaml:4:10: statements[0]: a node of a program of 2 dimensions has 2 offsets, not 3"},
        Bad{"program: 1\ndims: 2\nstatements:\n  - a = u\n  - >-\n    u = a +\n      u[0, 9]\n",
            "p.yaml:7:12: statements[1]: an offset lies between -8 and 8"},
        Bad{"program: 1\ndims: 2\nstatements:\n  - u = u[1, 0\n",
            "p.yaml:4:15: statements[0]: ']' is expected to close the bracket of column 6 of the statement, and the "
            "statement ends here"},
        Bad{"program: 1\ndims: 2\nconstants: {u: 1}\nstatements: [u = u]\n",
            "p.yaml:3:16: constants.u: a constant is named by letters, digits and _, and not u or sqrt"}));

TEST(ProgramFile, EveryShippedProgramIsReadAndBounded) {
    ASSERT_EQ(embedded_programs().size(), 28U);
    for (const EmbeddedProgram& one : embedded_programs()) {
        const StencilProgram program = shipped_program(one.name);
        EXPECT_EQ(program.name, one.name);
        EXPECT_EQ(program.iterations, 1000);
        const auto form = linear_form(program.formula);
        if (!form) continue;
        double sum = 0;
        for (const LinearForm::Weight& weight : form->weights) sum += std::abs(weight.value);
        EXPECT_LE(sum, 1.5 + 1e-6) << one.name;
    }
    EXPECT_EQ(nodes_read(shipped_program("box3d4r").formula).size(), 729U);
    EXPECT_EQ(nodes_read(shipped_program("j3d17pt").formula).size(), 17U);
    EXPECT_EQ(nodes_read(shipped_program("poisson").formula).size(), 19U);
}

/// Table 3 of AN5D.
TEST(ProgramFile, ShippedStencilsHaveThePointsAndWeightsOfThePaper) {
    for (int radius = 1; radius <= 4; ++radius)
        for (const int dims : {2, 3})
            for (const std::string kind : {"star", "box"}) {
                const StencilProgram program =
                    shipped_program(kind + std::to_string(dims) + "d" + std::to_string(radius) + "r");
                const int width = 2 * radius + 1;
                const int points = kind == "star" ? 2 * dims * radius + 1
                                   : dims == 2    ? width * width
                                                  : width * width * width;
                const auto form = linear_form(program.formula);
                ASSERT_TRUE(form);
                EXPECT_EQ(form->weights.size(), static_cast<std::size_t>(points)) << program.name;
                EXPECT_EQ(program.flops, 2 * points - 1) << program.name;
                EXPECT_EQ(program.radius(), radius);
                std::set<double> weights;
                for (const LinearForm::Weight& weight : form->weights) weights.insert(weight.value);
                EXPECT_EQ(weights.size(), form->weights.size()) << program.name << ": weights are distinct";
            }
}

TEST(ProgramFile, TheBinaryCarriesWhatConfigsHold) {
    for (const EmbeddedProgram& one : embedded_programs()) {
        const auto file =
            std::filesystem::path(WAVESIM_SOURCE_DIR) / "configs/stencils" / (one.name + std::string(".yaml"));
        EXPECT_EQ(read_program(file), shipped_program(one.name));
    }
    EXPECT_THROW(read_program("no/such.yaml"), EnvironmentError);
    std::vector<std::string> equations;
    for (const EmbeddedProgram& one : embedded_equations()) equations.push_back(parse_equations(one.text, "test").name);
    EXPECT_EQ(equations, (std::vector<std::string>{"cheby", "curl", "denoise3d", "hypterm"}));
}

}  // namespace
}  // namespace wavesim
