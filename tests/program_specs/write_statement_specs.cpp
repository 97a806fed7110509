// SPDX-License-Identifier: MIT
// Writes the Specs of programs that the block emulator runs (tests/emulator/statements_test.cpp): the text that the
// run-time compiler would get, as a header for the compiler of the tests. usage: write_statement_specs FILE
#include <algorithm>
#include <fstream>

#include "emulator/statement_cases.hpp"
#include "stencils/gpu/statements/statement_text.hpp"

namespace wavesim {
namespace {

std::string case_text(const std::string& name, const ProgramProblem& problem, std::size_t number) {
    const StatementPlan plan(problem.kind(), problem, test::schedule_of(number));
    if (!plan.why_not().empty()) throw std::logic_error(plan.why_not());
    std::string text = "namespace kernels {\n";
    std::string calls;
    for (std::size_t g = 0; g < plan.groups().size(); ++g) {
        const std::string spec = name + "Group" + std::to_string(g);
        text += group_spec(plan, plan.groups()[g], spec);
        calls += "            case " + std::to_string(g) + ": return kernels::" + group_frame(plan, plan.groups()[g]) +
                 "<kernels::" + spec + ">::run(a);\n";
    }
    return text + "}\nstruct " + name +
           " {\n    using Real = " + (problem.precision == Precision::float32 ? "float" : "double") +
           ";\n    static constexpr std::size_t number = " + std::to_string(number) +
           ";\n    static void run_group(std::size_t group, const kernels::StatementArguments<Real>& a) {\n"
           "        switch (group) {\n" +
           calls + "        }\n    }\n};\n";
}

/// Whether some group reads results of a stage from shared memory somewhere: not if all its nodes are near sides.
bool reads_from_chip(const StatementPlan& plan) {
    return std::ranges::any_of(plan.groups(), [&](const StatementGroup& group) {
        bool inside = group.chip.has_value();
        for (const int axis : {0, 1, 2}) {
            const auto a = static_cast<std::size_t>(axis);
            inside = inside && plan.layout().extent.along(axis) + group.inner.high[a] > group.inner.low[a];
        }
        return inside;
    });
}

}  // namespace
}  // namespace wavesim

int main(int, char** arguments) {
    using namespace wavesim;
    std::string text =
        "// Written by tests/program_specs.\n#pragma once\n#include <gtest/gtest.h>\n\n#include "
        "\"stencils/gpu/statements/images.cuh\"\n#include \"stencils/gpu/statements/statement_chip.cuh\"\n#include "
        "\"stencils/gpu/statements/statements.cuh\"\n\nnamespace "
        "wavesim {\n";
    std::string list;
    std::string spoilt_list;
    std::string chip_list;
    const auto add = [&text](std::string& names, const std::string& name, const ProgramProblem& problem,
                             std::size_t number) {
        text += case_text(name, problem, number);
        names += (names.empty() ? "" : ", ") + name;
    };
    const std::vector<test::StatementCase>& cases = test::statement_cases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const ProgramProblem problem = test::problem_of(cases[i]);
        const std::string name = "Program" + std::to_string(i);
        add(list, name, problem, i);
        if (reads_from_chip(StatementPlan(problem.kind(), problem, test::schedule_of(i))))
            chip_list += (chip_list.empty() ? "" : ", ") + name;
    }
    for (std::size_t i = 0; i < test::spoilt_cases().size(); ++i) {
        const test::SpoiltCase& one = test::spoilt_cases()[i];
        add(spoilt_list, "Spoilt" + std::to_string(i), test::problem_of(cases[one.number], one.from, one.to), i);
    }
    std::ofstream(arguments[1]) << text << "using StatementCases = ::testing::Types<" << list
                                << ">;\nusing ChipStatements = ::testing::Types<" << chip_list
                                << ">;\nusing SpoiltStatements = ::testing::Types<" << spoilt_list
                                << ">;\n}  // namespace wavesim\n";
    return 0;
}
