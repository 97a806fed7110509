// SPDX-License-Identifier: MIT
#include "solvers/plan/time_forecast.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::plan_of;
using test::small_room;

/// Within a factor of 2 of what was measured.
void expect_near_measured(double forecast, double measured) {
    EXPECT_GT(forecast, measured / 2);
    EXPECT_LT(forecast, measured * 2);
}

/// Pictures and sound files are made by all threads.
double by_one_thread(double seconds) { return seconds * test::small_machine().threads; }

Scene room_in_a_plane() {
    Scene scene = test::box_scene({20, 1, 16}, "leggy-2", 0.1);
    scene.sources = {test::ricker({5 * cell, 0, 6 * cell}, 12)};
    scene.receivers = {test::receiver("a", {12 * cell, 0, 9 * cell}), test::receiver("b", {15 * cell, 0, 4 * cell})};
    return scene;
}

TEST(TimeForecast, OfStepsAloneIsAllOfIt) {
    Scene scene = small_room();
    for (ReceiverRequest& receiver : scene.receivers) receiver.placement = Placement::nearest_node;
    const TimeForecast time = plan_of(scene).forecast.time;
    EXPECT_GT(time.steps, 0);
    EXPECT_LT(time.receivers, 0.01 * time.steps);
    EXPECT_EQ(time.snapshots + time.pictures + time.sound + time.comparison, 0);
    EXPECT_LT(time.traces, 0.1 * time.steps);
    EXPECT_EQ(time.total(), time.steps + time.receivers + time.traces);
}

/// Time correction needs steps beyond the end of the traces.
TEST(TimeForecast, StepsCountThoseOfTimeCorrection) {
    Scene scene = small_room();
    scene.outputs.traces.time_correction = TimeCorrection::off;
    const Plan without = plan_of(scene);
    scene.outputs.traces.time_correction = TimeCorrection::on;
    const Plan with = plan_of(scene);
    ASSERT_GT(with.decision.steps_run(), without.decision.steps_run());
    ASSERT_EQ(with.decision.steps, without.decision.steps);
    EXPECT_NEAR(with.forecast.time.steps / without.forecast.time.steps,
                static_cast<double>(with.decision.steps_run()) / static_cast<double>(without.decision.steps_run()),
                1e-9);
}

TEST(TimeForecast, ReceiversCountTheirWeights) {
    Scene scene = small_room();
    scene.receivers.assign(1000, {"r", {9.3 * cell, 8.2 * cell, 6.4 * cell}, Placement::interpolated, ""});
    const Plan plan = plan_of(scene);
    // 8000 receivers of 512 nodes and 412 steps took 3.5 s on one thread
    const double threads = plan.forecast.time.receivers > 0 ? test::small_machine().threads : 1;
    expect_near_measured(plan.forecast.time.receivers * threads,
                         3.5 / 8 * static_cast<double>(plan.decision.steps) / 412);
}

TEST(TimeForecast, SoundCountsSamplesOfTheDenserRate) {
    Scene scene = small_room();
    const auto seconds_at = [&](double rate) {
        scene.outputs.traces.wav_rate_hz = rate;
        return by_one_thread(plan_of(scene).forecast.time.sound) / static_cast<double>(scene.receivers.size()) /
               scene.duration_s;
    };
    expect_near_measured(seconds_at(768000), 6.1 / 50 / 0.2);
    EXPECT_EQ(seconds_at(100), seconds_at(50));  // then the steps are denser
}

/// The wait until the disk has each file: 300 WAV files took 3 s.
TEST(TimeForecast, CountsFiles) {
    Scene scene = small_room();
    scene.receivers.assign(300, scene.receivers[0]);
    const TimeForecast without = plan_of(scene).forecast.time;
    scene.outputs.traces.wav_rate_hz = 1000;
    expect_near_measured(by_one_thread(plan_of(scene).forecast.time.sound), 3.0);

    scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{2, 4 * cell}, 1, true, false};
    const Plan pictures = plan_of(scene);
    EXPECT_GT(by_one_thread(pictures.forecast.time.pictures),
              0.008 * static_cast<double>(pictures.decision.snapshots->count) + 0.03);

    scene.outputs = {};
    const Point first = scene.sources[0].position;
    scene.survey = make_survey(scene, std::vector<Point>(50, first), Survey::Spread::fixed);
    expect_near_measured(plan_of(scene).forecast.time.traces - 50 * without.traces, 50 * 8e-3);
}

/// Shots are alike, so each part of a survey takes as many times that of one.
TEST(TimeForecast, EveryPartOfASurveyCountsItsShots) {
    Scene scene = small_room();
    scene.outputs.snapshots = SnapshotOutput{0.02, SnapshotOutput::Plane{2, 4 * cell}, 1, true, true};
    scene.outputs.traces.gather = GatherStyle::wiggle;
    const auto forecast = [&](std::size_t shots) {
        Scene survey = scene;
        survey.survey = make_survey(scene, std::vector<Point>(shots, scene.sources[0].position), Survey::Spread::fixed);
        return plan_of(survey).forecast.time;
    };
    const TimeForecast one = forecast(1);
    const TimeForecast four = forecast(4);
    for (const auto part : {&TimeForecast::steps, &TimeForecast::receivers, &TimeForecast::snapshots,
                            &TimeForecast::traces, &TimeForecast::pictures}) {
        EXPECT_GT(one.*part, 0);
        EXPECT_NEAR(four.*part, 4 * (one.*part), 1e-9 * (four.*part));
    }
}

TEST(TimeForecast, ComparisonCountsImages) {
    Scene scene = small_room();
    scene.outputs.compare = ExactReference::shoebox;
    const Plan shorter = plan_of(scene);
    scene.duration_s *= 4;
    const Plan longer = plan_of(scene);
    EXPECT_GT(shorter.forecast.time.comparison, 0);
    EXPECT_GT(longer.forecast.time.comparison, 60 * shorter.forecast.time.comparison);  // images fill a ball
    scene.outputs.compare = ExactReference::free_field;
    EXPECT_LT(plan_of(scene).forecast.time.comparison, 1e-3 * longer.forecast.time.comparison);
}

/// A free field is that of one image: 2.7e6 images of 141 samples took 2.7 s, and 200 receivers of a line source with
/// 2747 samples 0.43 s.
TEST(TimeForecast, ComparisonCountsSamplesOfAnImage) {
    const auto each = [](Scene scene) {
        scene.outputs.compare = ExactReference::free_field;
        const Plan plan = plan_of(scene);
        return plan.forecast.time.comparison / static_cast<double>(scene.receivers.size()) /
               static_cast<double>(plan.decision.steps);
    };
    expect_near_measured(each(small_room()), 2.7 / 2.7e6 / 141);
    expect_near_measured(each(room_in_a_plane()), 0.43 / 200 / 2747);
}

/// 3.0e4 images of line sources with 916 samples on average took 52 s.
TEST(TimeForecast, ComparisonCountsImagesOfLineSources) {
    Scene scene = room_in_a_plane();
    scene.duration_s *= 4;
    scene.outputs.compare = ExactReference::shoebox;
    const Plan plan = plan_of(scene);
    const double reach = test::sound_speed * scene.duration_s;
    const double images = std::numbers::pi * reach * reach / (scene.size_m.x * scene.size_m.z);
    const double samples = static_cast<double>(plan.decision.steps) / 3;  // on average
    ASSERT_GT(images, 10);
    expect_near_measured(plan.forecast.time.comparison / static_cast<double>(scene.receivers.size()),
                         images * samples * 52 / 3e4 / 916);
}

TEST(TimeForecast, SnapshotsCountFilesAndNodes) {
    Scene scene = small_room();
    const auto each = [&](std::optional<SnapshotOutput::Plane> plane, bool vtk) {
        scene.outputs.snapshots = SnapshotOutput{0.01, plane, 1, false, vtk};
        const Plan plan = plan_of(scene);
        return plan.forecast.time.snapshots / static_cast<double>(plan.decision.snapshots->count);
    };
    const SnapshotOutput::Plane plane{2, 4 * cell};
    expect_near_measured(each(plane, true), 8e-3);
    const double nodes = 20 * 16;
    EXPECT_NEAR(each(std::nullopt, true) - each(plane, true), 11 * nodes * 1.1 / 20 / 8e6, 11 * nodes * 1e-9);
    EXPECT_LT(each(plane, false), 0.01 * each(plane, true));
}

TEST(TimeForecast, TracesCountSamples) {
    Scene scene = small_room();
    scene.receivers.assign(5000, scene.receivers[0]);
    const Plan plan = plan_of(scene);
    expect_near_measured(plan.forecast.time.traces, 0.9 * static_cast<double>(plan.decision.steps) / 5947);
}

/// 3e-7 s per sample of short traces, 6e-7 of long ones.
TEST(TimeForecast, TracesCountWhatTheirCorrectionTakes) {
    Scene scene = small_room();
    const double without = plan_of(scene).forecast.time.traces;
    scene.outputs.traces.time_correction = TimeCorrection::on;
    const Plan plan = plan_of(scene);
    const double samples = static_cast<double>(plan.decision.steps) * static_cast<double>(scene.receivers.size());
    expect_near_measured((plan.forecast.time.traces - without) / samples, 4.5e-7);
}

TEST(TimeForecast, SnapshotsAtEveryStepKeepStepsApart) {
    Scene scene = small_room();
    const double together = plan_of(scene).forecast.ctpn_s;
    scene.outputs.snapshots = SnapshotOutput{1e-9, std::nullopt, 1, false, true};
    const double apart = plan_of(scene).forecast.ctpn_s;
    EXPECT_GT(apart, 1.05 * together);
    const auto steps = plan_of(scene).decision.time_step_s;
    scene.outputs.snapshots->every_s = 3 * steps;
    const double some = plan_of(scene).forecast.ctpn_s;
    EXPECT_NEAR(some, (2 * together + apart) / 3, 1e-3 * apart);
}

TEST(TimeForecast, PicturesCountPixels) {
    Scene scene = small_room();
    scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{2, 4 * cell}, 1, true, false};
    const Plan plan = plan_of(scene);
    expect_near_measured(
        by_one_thread(plan.forecast.time.pictures) / static_cast<double>(plan.decision.snapshots->count), 0.045);
}

}  // namespace
}  // namespace wavesim
