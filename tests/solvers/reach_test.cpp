// SPDX-License-Identifier: MIT
#include "solvers/reach.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/error_budget.hpp"
#include "solvers/signal_analysis.hpp"
#include "solvers/survey.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::plan_of;
using test::receiver;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A source 2 cells from one end of a line and receivers 4 and 90 cells from it; sound comes 50 cells far.
Scene line() {
    Scene scene = test::box_scene({100, 8, 8}, "leggy-1", 0);
    scene.sources = {test::ricker({2 * cell, 4 * cell, 4 * cell}, 12)};
    scene.receivers = {receiver("near", {6 * cell, 4 * cell, 4 * cell}),
                       receiver("far", {92 * cell, 4 * cell, 4 * cell})};
    scene.duration_s = when_heard(scene.sources[0].signal).begin + 50 * cell / test::sound_speed;
    return scene;
}

TEST(Reach, CountsFromWhenTheSignalIsHeard) {
    const Plan plan = plan_of(line());
    const double step = plan.time_step_s * test::sound_speed;
    EXPECT_NEAR(reach(plan, plan.scene.sources[0], plan.steps), 50 * cell + step / 2, step / 2 + 1e-9);
}

TEST(Reach, WarnsOfReceiversThatNoSoundReaches) {
    Scene scene = line();
    // 40 cells more at 4096 cells/s, less the rest of a step
    EXPECT_THAT(plan_of(scene).warnings,
                Contains(testing::MatchesRegex("the run ends before any sound reaches receiver 'far': it would have "
                                               "to last at least 0.009[67].* s longer")));
    scene.solids = {{"screen", {30 * cell, 0, 0}, {31 * cell, 8 * cell, 4 * cell}, {}}};
    EXPECT_THAT(plan_of(scene).warnings, Contains(HasSubstr(" s longer, and more where solids are in the way")));
    scene.solids.clear();
    scene.receivers.push_back(scene.receivers[1]);
    EXPECT_THAT(plan_of(scene).warnings, Contains(HasSubstr("reaches 2 receivers ('far' is the first)")));
    scene.sources.push_back(scene.sources[0]);
    scene.sources[1].position.x = 80 * cell;
    EXPECT_THAT(reach_warnings(plan_of(scene)), IsEmpty());
    scene.sources[1].signal.amplitude_pa_m = 0;
    EXPECT_EQ(reach_warnings(plan_of(scene)).size(), 1u);
    scene.sources[0].signal.amplitude_pa_m = 0;  // that none sounds is told otherwise
    EXPECT_THAT(reach_warnings(plan_of(scene)), IsEmpty());
}

TEST(Reach, OfASurveyIsThatOfAllShots) {
    Scene scene = line();
    const Point first = scene.sources[0].position;
    scene.survey = make_survey(scene, {first, {80 * cell, first.y, first.z}}, Survey::Spread::fixed);
    EXPECT_THAT(reach_warnings(plan_of(scene)), IsEmpty());
    scene.survey = make_survey(scene, {first, {4 * cell, first.y, first.z}}, Survey::Spread::towed);
    EXPECT_EQ(reach_warnings(plan_of(scene)).size(), 1u);
}

TEST(Reach, BoundsTheDirectPathOfTheErrorBudget) {
    Scene scene = line();
    const ErrorBudget heard = error_budget(plan_of(scene));
    EXPECT_DOUBLE_EQ(heard.longest_path_m, 4 * cell);
    scene.receivers.erase(scene.receivers.begin());
    const ErrorBudget unheard = error_budget(plan_of(scene));
    EXPECT_EQ(unheard.longest_path_m, 0);
    EXPECT_THAT(describe(unheard), Not(Contains(HasSubstr("direct"))));
}

}  // namespace
}  // namespace wavesim
