// SPDX-License-Identifier: MIT
#include "studies/case_names.hpp"

#include <gmock/gmock.h>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> names_of(const std::string& lines) {
    std::vector<std::string> names;
    for (const StudyCase& one : study_of(lines).cases) names.push_back(one.name);
    return names;
}

TEST(CaseNames, IndexIsAsWideAsTheLargest) {
    const std::vector<std::string> nine = names_of("parameters: {a: {range: {from: 1, to: 9, count: 9}}}\n");
    const std::vector<std::string> ten = names_of("parameters: {a: {range: {from: 1, to: 10, count: 10}}}\n");
    EXPECT_EQ(nine.front(), "case_1");
    EXPECT_EQ(nine.back(), "case_9");
    EXPECT_EQ(ten.front(), "case_01");
    EXPECT_EQ(ten.back(), "case_10");
}

TEST(CaseNames, TextsStandBetweenTheParametersOfAPattern) {
    EXPECT_THAT(names_of("parameters: {a: {values: [3, 4]}, wall: {values: ['rigid']}}\n"
                         "case_name: '{wall}-{a}{index}.'\n"),
                ElementsAre("rigid-31.", "rigid-42."));
    EXPECT_THAT(names_of("parameters: {a: {values: [3]}}\ncase_name: 'b{a'\n"), ElementsAre("b{a"));
}

/// The two that are too long to be told apart in five digits are the second and the fourth.
TEST(CaseNames, TwoOfOneNameAreAFault) {
    EXPECT_THAT(study_faults("parameters: {a: {values: [1, 0.1234561, 2, 0.1234562, 0.1234563]}}\ncase_name: 'a{a}'\n"),
                ElementsAre("a.yaml:4:12: case_name: cases 2 and 4 are both called 'a0.12346'; add {index} or another "
                            "parameter"));
}

TEST(CaseNames, ValuesOfNineCharactersAreShortened) {
    EXPECT_EQ(shown_value("0.123456"), "0.123456");
    EXPECT_EQ(shown_value("0.1234567"), "0.12346");
    EXPECT_EQ(shown_value("-123456789"), "-1.2346e+08");
    EXPECT_EQ(shown_value("1234.5678 m"), "1234.5678 m");
    EXPECT_EQ(shown_value("\"box-125\""), "box-125");
    EXPECT_EQ(shown_value("\""), "\"");
    EXPECT_EQ(shown_value(""), "");
}

}  // namespace
}  // namespace wavesim::test
