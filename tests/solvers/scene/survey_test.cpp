// SPDX-License-Identifier: MIT
#include "solvers/scene/survey.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

#include <gmock/gmock.h>

#include "physics/scene_builder.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::faults_of;
using test::plan_of;
using test::small_machine;
using test::small_room;
using testing::HasSubstr;

/// The small room's source (5.5, 4.5, 3.5) cells, moved.
Scene surveyed(std::vector<Point> shots, Survey::Spread spread) {
    Scene scene = small_room();
    scene.sources.push_back(scene.sources[0]);
    scene.sources[1].position.z += cell;
    scene.survey = make_survey(scene, std::move(shots), spread);
    return scene;
}

const Point first{4 * cell, 4 * cell, 4 * cell};
const Point second{6 * cell, 4 * cell, 4 * cell};

TEST(Survey, ShotsMoveSourcesAndATowedSpread) {
    for (const auto spread : {Survey::Spread::fixed, Survey::Spread::towed}) {
        const Scene scene = surveyed({first, second}, spread);
        Scene moved = scene;
        move_to_shot(moved, 0);
        move_to_shot(moved, 1);  // from one shot to the next

        EXPECT_EQ(moved.sources[0].position, second);
        EXPECT_EQ(moved.sources[1].position, (Point{6 * cell, 4 * cell, 5 * cell}));
        const Point was = scene.receivers[0].position;
        const Point is =
            spread == Survey::Spread::fixed ? was : Point{was.x + cell / 2, was.y - cell / 2, was.z + cell / 2};
        EXPECT_EQ(moved.receivers[0].position, is);
        EXPECT_EQ(receiver_position(scene, 0, 1), is);
    }
}

TEST(Survey, ASplitSpreadRollsAlongItsStations) {
    Scene scene = small_room();
    scene.receivers.assign(10, scene.receivers[0]);
    for (std::size_t i = 0; i < 10; ++i)
        scene.receivers[i].position = {(2.0 + 1.5 * static_cast<double>(i)) * cell, 4 * cell, 3 * cell};
    std::vector<Point> shots;  // next to stations 0, 4, 5 and 9
    for (const double at : {1.0, 8.2, 9.4, 17.0}) shots.push_back({at * cell, 5 * cell, 5 * cell});
    scene.survey = make_rolling_survey(scene, shots, 4);

    ASSERT_EQ(scene.receivers.size(), 4U);
    EXPECT_EQ(scene.receivers[3].name, "channel 4");
    EXPECT_EQ(scene.survey->first_station, (std::vector<std::int64_t>{0, 2, 3, 6}));
    EXPECT_DOUBLE_EQ(receiver_position(scene, 0, 1).x, 5 * cell);
    EXPECT_DOUBLE_EQ(receiver_position(scene, 3, 3).x, 15.5 * cell);
    EXPECT_LT(signed_offset(scene, 0, 1), 0);  // behind the shot
    EXPECT_GT(signed_offset(scene, 3, 1), 0);
    PlanOptions options;
    options.shot = 2;
    const Plan plan = make_plan(scene, small_machine(), options);
    ASSERT_EQ(plan.decision.receivers.size(), 4U);
    EXPECT_DOUBLE_EQ(plan.decision.receivers[0].position.x, 6.5 * cell);
}

TEST(Survey, OffsetsAreNegativeAgainstTheLine) {
    const Scene forth = surveyed({first, second}, Survey::Spread::fixed);
    const Scene back = surveyed({second, first}, Survey::Spread::fixed);

    EXPECT_GT(signed_offset(forth, 0, 0), 0);  // receiver a stands further along x
    EXPECT_LT(signed_offset(forth, 1, 0), 0);  // b behind
    EXPECT_EQ(signed_offset(back, 0, 0), -signed_offset(forth, 0, 1));
    EXPECT_DOUBLE_EQ(signed_offset(back, 1, 1), cell * std::sqrt(4 + 9 + 9));
}

/// Shots may be listed against the way of the boat, which decides.
TEST(Survey, OffsetsOfStreamersAreNegativeBehindTheBoat) {
    Scene scene = surveyed({first, second}, Survey::Spread::towed);
    const double along_shots = signed_offset(scene, 0, 0);
    scene.boat_way = {1, 0, 0};
    EXPECT_EQ(signed_offset(scene, 0, 0), along_shots);
    scene.boat_way = {-1, 0, 0};
    EXPECT_EQ(signed_offset(scene, 0, 0), -along_shots);
}

TEST(Survey, PlanMovesToTheShotAndCountsAll) {
    const Scene scene = surveyed({first, second}, Survey::Spread::fixed);
    PlanOptions options;
    options.shot = 1;
    const Plan one = plan_of(small_room());
    const Plan plan = make_plan(scene, small_machine(), options);

    EXPECT_EQ(plan.decision.shot, 1);
    EXPECT_EQ(plan.decision.sources[0].position, second);
    EXPECT_EQ(plan.decision.time_step_s, one.decision.time_step_s);
    EXPECT_DOUBLE_EQ(plan.forecast.time.steps,
                     2 * plan.forecast.ctpn_s * static_cast<double>(plan.grid().nodes() * plan.decision.steps));
    // each trace stands in its shot's file and in result.h5
    EXPECT_GE(plan.forecast.disk_bytes, 2 * 2 * 2 * plan.decision.steps * 4);
}

TEST(Survey, EveryShotIsCheckedBeforeTheFirst) {
    EXPECT_THAT(faults_of(surveyed({first, second}, Survey::Spread::towed)), testing::IsEmpty());
    EXPECT_THAT(
        faults_of(surveyed({first, {25 * cell, cell, cell}, {26 * cell, cell, cell}}, Survey::Spread::fixed)),
        testing::ElementsAre(HasSubstr(
            "survey: shot 2: the source at [1.562, 0.0625, 0.0625] lies outside the domain (its size is [1.25, 1, "
            "0.75] m), and 1 more of the shots")));
    // receiver a would leave: it stands 9 cells behind the source
    EXPECT_THAT(
        faults_of(surveyed({first, {12 * cell, 4 * cell, 4 * cell}}, Survey::Spread::towed)),
        testing::ElementsAre(HasSubstr("shot 2: the receiver at [1.312, 0.5625, 0.5] lies outside the domain")));
    EXPECT_THAT(faults_of(surveyed({first, {12 * cell, 4 * cell, 4 * cell}}, Survey::Spread::fixed)),
                testing::IsEmpty());
}

TEST(Survey, ComparisonsAndSoundFilesAreForOneShot) {
    Scene scene = surveyed({first}, Survey::Spread::fixed);
    scene.outputs.compare = ExactReference::free_field;
    EXPECT_THAT(faults_of(scene), testing::ElementsAre(HasSubstr("comparisons are for scenes without a survey")));
    scene.outputs.compare = ExactReference::none;
    scene.outputs.traces.wav_rate_hz = 48000;
    EXPECT_THAT(faults_of(scene), testing::ElementsAre(HasSubstr("sound files are for scenes without a survey")));
    EXPECT_THAT(faults_of(surveyed({}, Survey::Spread::fixed)),
                testing::ElementsAre(HasSubstr("the survey has no shots")));
}

}  // namespace
}  // namespace wavesim
