// SPDX-License-Identifier: MIT
#include "studies/case_scenes.hpp"

#include <gmock/gmock.h>

#include <set>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

constexpr const char* base = R"(wavesim: 1
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 10 ms}
sources:
  - {position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {position: [1.5, 1.0, 0.7]}
)";

class CaseScenesTest : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("base.yaml", base); }
    Study study(const std::string& lines) const { return study_of(lines, folder_.path() / "a.yaml"); }
    std::vector<std::string> fault_texts(const Study& study) const {
        std::vector<std::string> texts;
        for (const CaseFault& fault : load_cases(study, {}).faults) {
            std::string text = case_fault_text(study, fault);
            for (std::size_t at; (at = text.find(folder_.path().string() + '/')) != std::string::npos;)
                text.erase(at, folder_.path().string().size() + 1);
            texts.push_back(text);
        }
        return texts;
    }
    StudyTestFolder folder_;
};

TEST_F(CaseScenesTest, IdentityIsTheResolvedSceneAndTheRunKeysThatAreSet) {
    const Study threads = study("parameters: {n: {set: run.threads, values: [1, 2]}}\n");
    const Study spelled = study("parameters: {n: {set: grid.spacing, values: [5 cm]}}\n");
    const Study again = study("parameters: {other: {set: grid.spacing, values: [0.05]}}\n");

    const CaseScenes two = load_cases(threads, {});
    ASSERT_TRUE(two.faults.empty());
    EXPECT_NE(two.scenes[0].id, two.scenes[1].id);
    EXPECT_EQ(two.scenes[0].scene_hash, two.scenes[1].scene_hash);
    EXPECT_EQ(load_cases(spelled, {}).scenes[0].id, load_cases(again, {}).scenes[0].id);
    EXPECT_NE(load_cases(spelled, {}).scenes[0].id, two.scenes[0].scene_hash);
}

TEST_F(CaseScenesTest, FaultsStandAtTheParameterWithTheCasesThatHaveThem) {
    EXPECT_THAT(
        fault_texts(study("parameters:\n  s: {set: grid.stencil, values: [leggy-1, legy-4, leggy-4]}\n")),
        ElementsAre(
            "a.yaml:4:12: grid.stencil: no stencil has the name 'legy-4' (see `wavesim stencils`); did you mean "
            "'leggy-4'? (case case_2)"));
    EXPECT_THAT(fault_texts(study("parameters:\n  s: {set: grid.stencl, values: [leggy-1, leggy-4]}\n")),
                ElementsAre("a.yaml:4:12: grid.stencl: unknown key; did you mean 'stencil'? (all cases)"));
}

TEST_F(CaseScenesTest, AFaultOfTheBaseSceneIsToldOnce) {
    folder_.write("base.yaml", std::string(base) + "nmae: x\n");

    EXPECT_THAT(fault_texts(study("parameters: {s: {set: grid.stencil, values: [leggy-1, leggy-4]}}\n")),
                ElementsAre("base.yaml:9:1: nmae: unknown key; did you mean 'name'? (all cases)"));
}

TEST_F(CaseScenesTest, TwoCasesWithOneSceneAreAFault) {
    EXPECT_THAT(fault_texts(study("parameters: {s: {set: grid.spacing, values: [10 cm, 0.1]}}\n")),
                ElementsAre("a.yaml:3:13: parameters: cases 'case_1' and 'case_2' are the same scene (case case_2)"));
}

}  // namespace
}  // namespace wavesim::test
