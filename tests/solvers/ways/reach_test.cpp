// SPDX-License-Identifier: MIT
#include "solvers/ways/reach.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"

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
    const double step = plan.decision.time_step_s * test::sound_speed;
    EXPECT_NEAR(reach(plan, plan.scene.sources[0], plan.decision.steps), 50 * cell + step / 2, step / 2 + 1e-9);
}

TEST(Reach, WarnsOfReceiversThatNoSoundReaches) {
    Scene scene = line();
    // 40 cells more at 4096 cells/s, less the rest of a step
    EXPECT_THAT(plan_of(scene).report.warnings,
                Contains(testing::MatchesRegex("the run ends before any sound reaches receiver 'far': it would have "
                                               "to last at least 0.009[67].* s longer")));
    scene.solids = {{"screen", {30 * cell, 0, 0}, {31 * cell, 8 * cell, 4 * cell}, {}}};
    scene.receivers.push_back(scene.receivers[1]);
    EXPECT_THAT(plan_of(scene).report.warnings, Contains(HasSubstr("reaches 2 receivers ('far' is the first)")));
    scene.sources.push_back(scene.sources[0]);
    scene.sources[1].position.x = 80 * cell;
    EXPECT_THAT(reach_warnings(draft_plan(scene, {})), IsEmpty());
    scene.sources[1].signal.amplitude_pa_m = 0;
    EXPECT_EQ(reach_warnings(draft_plan(scene, {})).size(), 1u);
    scene.sources[0].signal.amplitude_pa_m = 0;  // that none sounds is told otherwise
    EXPECT_THAT(reach_warnings(draft_plan(scene, {})), IsEmpty());
}

/// The first one gives the name, the farthest one the time, wherever it stands.
TEST(Reach, SaysHowLongTheFarthestReceiverNeeds) {
    Scene scene = line();
    scene.receivers = {receiver("farthest", {92 * cell, 4 * cell, 4 * cell}),
                       receiver("far", {72 * cell, 4 * cell, 4 * cell})};
    for (const char* name : {"farthest", "far"}) {
        EXPECT_THAT(plan_of(scene).report.warnings,
                    Contains(testing::MatchesRegex("the run ends before any sound reaches 2 receivers \\('" +
                                                   std::string(name) + "' is the first\\).* 0.009[67].* s longer")));
        std::swap(scene.receivers[0], scene.receivers[1]);
    }
}

/// 2D, 64 x 32 cells: a barrier of 4 cells that leaves 2 cells below the ceiling stands between source and receiver.
Scene behind_a_barrier(double duration_s) {
    Scene scene = test::box_scene({64, 1, 32}, "leggy-1", duration_s);
    scene.solids = {{"barrier", {30 * cell, 0, 0}, {34 * cell, 0, 30 * cell}, {}}};
    scene.sources = {test::ricker(test::node(23, 0, 3), 12)};
    scene.receivers = {receiver("behind", test::node(40, 0, 3))};
    return scene;
}

TEST(Reach, GoesAroundSolids) {
    const double way = (2 * std::hypot(6.5, 26.5) + 4) * cell;  // straight: 17 cells
    const double begin = when_heard(behind_a_barrier(0).sources[0].signal).begin;
    Scene scene = behind_a_barrier(begin + 0.5 * way / test::sound_speed);
    ASSERT_GT(0.5 * way, 17 * cell);
    const std::vector<std::string> warnings = reach_warnings(draft_plan(scene, {}));
    ASSERT_THAT(warnings, ElementsAre(HasSubstr("before any sound reaches receiver 'behind'")));
    const double more_s = std::stod(warnings[0].substr(warnings[0].find("at least ") + 9));
    EXPECT_LE(more_s, 0.5 * way / test::sound_speed);
    EXPECT_GE(more_s, 0.35 * way / test::sound_speed);
    EXPECT_EQ(error_budget(plan_of(scene)).longest_path_m, 0);

    scene.duration_s = begin + 1.1 * way / test::sound_speed;
    EXPECT_THAT(reach_warnings(draft_plan(scene, {})), IsEmpty());
    const double longest = error_budget(plan_of(scene)).longest_path_m;
    EXPECT_GE(longest, way);
    EXPECT_LE(longest, 1.15 * way);
}

TEST(Reach, LeavesSealedOffReceiversOutOfTheErrorBudget) {
    Scene scene = behind_a_barrier(0.1);
    scene.solids[0].to.z = 32 * cell;

    const Plan plan = plan_of(scene);

    EXPECT_THAT(reach_warnings(draft_plan(scene, {})), IsEmpty());
    EXPECT_THAT(plan.report.warnings, Contains(HasSubstr("no sound reaches receiver 'behind'")));
    EXPECT_EQ(error_budget(plan).longest_path_m, 0);
}

TEST(Reach, OfASurveyIsThatOfAllShots) {
    Scene scene = line();
    const Point first = scene.sources[0].position;
    scene.survey = make_survey(scene, {first, {80 * cell, first.y, first.z}}, Survey::Spread::fixed);
    EXPECT_THAT(reach_warnings(draft_plan(scene, {})), IsEmpty());
    scene.survey = make_survey(scene, {first, {4 * cell, first.y, first.z}}, Survey::Spread::towed);
    EXPECT_EQ(reach_warnings(draft_plan(scene, {})).size(), 1u);
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
