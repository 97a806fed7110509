// SPDX-License-Identifier: MIT
#include "studies/collected_plot.hpp"

#include <gmock/gmock.h>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

/// Three cases of two parameters, the first of which falls; their step loops take 3, 1 and 2 s.
class CollectedPlot : public ::testing::Test {
  protected:
    std::vector<PlotSeries> series(const std::string& x) {
        const Study study = study_of(
            "parameters: {h: {set: grid.spacing, values: [3, 2, 1]}, s: {set: grid.stencil, values: [a]}}\n"
            "collect: {quantities: [error, times], plot: {x: " +
            x + ", y: error, series: s}}\n");
        Collected collected;
        for (const double loop_s : {3.0, 1.0, 2.0}) {
            CollectedCase one;
            one.samples = 1;
            one.error = {loop_s / 100, loop_s / 10};
            one.times = {0, loop_s, 0, 0};
            collected.cases.push_back(one);
        }
        collected.cases[1].samples = absent_ ? 0 : 1;
        return plot_series(study, collected);
    }
    bool absent_ = false;
};

TEST_F(CollectedPlot, LinesFollowAParameterAndElseTheCases) {
    const auto by_parameter = series("h"), by_time = series("step_loop_s");

    ASSERT_EQ(by_parameter.size(), 1U);
    EXPECT_EQ(by_parameter[0].name, "a");
    EXPECT_THAT(by_parameter[0].x, ElementsAre(1, 2, 3));
    EXPECT_THAT(by_parameter[0].y, ElementsAre(0.2, 0.1, 0.3)) << "the receiver with the largest error";
    EXPECT_THAT(by_time[0].x, ElementsAre(3, 1, 2));
}

TEST_F(CollectedPlot, CasesWithoutAResultAreLeftOut) {
    absent_ = true;

    EXPECT_THAT(series("h")[0].x, ElementsAre(1, 3));
}

}  // namespace
}  // namespace wavesim::test
