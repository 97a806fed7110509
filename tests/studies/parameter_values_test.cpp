// SPDX-License-Identifier: MIT
#include "studies/parameter_values.hpp"

#include <gmock/gmock.h>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> values_of(const std::string& range) {
    return column_of(study_of("parameters: {a: {range: {" + range + "}}}\n"), "a");
}

std::string fault_of(const std::string& lines, const std::filesystem::path& file = "a.yaml") {
    const std::vector<std::string> faults = study_faults(lines, file);
    if (faults.empty()) return "no fault";
    return faults.front().substr(faults.front().find(": ") + 2);
}

TEST(ParameterRange, StepsReachTheEndDespiteRounding) {
    EXPECT_THAT(values_of("from: 0, to: 0.3, step: 0.1"), ElementsAre("0", "0.1", "0.2", "0.3"));
    EXPECT_THAT(values_of("from: 0, to: 1, step: 0.3"), ElementsAre("0", "0.3", "0.6", "0.9"));
    EXPECT_THAT(values_of("from: 1, to: -0.5, step: -0.5"), ElementsAre("1", "0.5", "0", "-0.5"));
    EXPECT_THAT(values_of("from: 2, to: 2, step: 1"), ElementsAre("2"));
}

/// -0.3 + 0.9 / 3 is -5.6e-17 in binary numbers.
TEST(ParameterRange, ZeroBetweenItsEndsIsZero) {
    EXPECT_THAT(values_of("from: -0.3, to: 0.6, step: 0.3"), ElementsAre("-0.3", "0", "0.3", "0.6"));
    EXPECT_EQ(values_of("from: -0.7, to: 0.7, step: 0.1").at(7), "0");
    EXPECT_THAT(values_of("from: -2e-9, to: 2e-9, count: 5"), ElementsAre("-2e-09", "-1e-09", "0", "1e-09", "2e-09"));
    EXPECT_THAT(values_of("from: 1e-9, to: 1e6, count: 2"), ElementsAre("1e-09", "1000000")) << "an end is as given";
    EXPECT_EQ(values_of("from: 1e-20, to: 1, count: 3, spacing: log").at(1), "1e-10");
}

TEST(ParameterRange, OneValueIsItsBegin) {
    EXPECT_THAT(values_of("from: 3, to: 5, count: 1"), ElementsAre("3"));
    EXPECT_THAT(values_of("from: 3, to: 3, count: 1"), ElementsAre("3"));
    EXPECT_EQ(fault_of("parameters: {a: {range: {from: 3, to: 3, count: 2}}}\n"),
              "parameters.a.range.to: is the same as range.from, so all values would be equal");
}

TEST(ParameterRange, HasAsManyValuesAsAStudyHasCases) {
    EXPECT_EQ(values_of("from: 1, to: 100000, step: 1").size(), 100000U);
    EXPECT_EQ(fault_of("parameters: {a: {range: {from: 0, to: 100000, step: 1}}}\n"),
              "parameters.a.range: makes 100001 values (at most 100000 are allowed)");
    EXPECT_EQ(fault_of("parameters: {a: {range: {from: 1, to: 10, step: 3, spacing: log}}}\n"),
              "parameters.a.range.step: steps are for linear spacing; write count");
}

TEST(ParameterSample, NeedsTwoEnds) {
    EXPECT_EQ(fault_of("parameters: {a: {sample: {from: 2, to: 2}}}\nsamples: {count: 3}\n"),
              "parameters.a.sample.to: is the same as sample.from");
    EXPECT_EQ(fault_of("parameters: {a: {sample: {from: -1, to: 2, spacing: log}}}\nsamples: {count: 3}\n"),
              "parameters.a.sample.spacing: log needs two values above 0");
}

TEST(ParameterColumn, NeedsATableThatHasAValueInEveryRow) {
    StudyTestFolder folder;
    folder.write("rooms.csv", "size,wall\n2,rigid\n,soft\n");
    const auto of_table = [&folder](const std::string& column) {
        return fault_of("table: rooms.csv\nparameters: {a: {column: " + column + "}}\n", folder.path() / "a.yaml");
    };
    EXPECT_EQ(fault_of("parameters: {a: {column: size}}\n"),
              "parameters.a.column: needs a table; write table: FILE.csv at the top");
    EXPECT_EQ(of_table("siez"), "parameters.a.column: the table has no column 'siez'; did you mean 'size'?");
    EXPECT_EQ(of_table("size"), "parameters.a.column: row 2 of the table has no value");
    EXPECT_EQ(of_table("wall"), "no fault");
}

TEST(ParameterValues, MayNotBeMissing) {
    EXPECT_EQ(fault_of("parameters: {a: {values: [1, ~, 2]}}\n"), "parameters.a.values[1]: the value is missing");
}

}  // namespace
}  // namespace wavesim::test
