// SPDX-License-Identifier: MIT
#include "solvers/accuracy/mean_pressure.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::plan_of;

/// A box of 14 x 13 x 12 cells whose source pushes air for some time and takes it back: its signal has no integral, but
/// the integral of it has one.
Scene pushing(double admittance, double duration_s) {
    Scene scene = box_scene({14, 13, 12}, "leggy-2", duration_s);
    scene.sources = {test::ricker({7.3 * cell, 6.1 * cell, 4.8 * cell}, 10)};
    scene.sources[0].signal.kind = SignalKind::dgauss;
    scene.sources[0].signal.width_s = 6 * cell / test::sound_speed;
    scene.boundaries.side.fill(test::admittance(admittance));
    return scene;
}

/// Mean over the air of the last snapshot.
double mean_at_the_end(Scene scene) {
    scene.outputs.snapshots = SnapshotOutput{1e-9, std::nullopt, 1, false, false};  // every step
    const Plan plan = plan_of(scene);
    test::MemoryRecorder recorder;
    test::run(plan, recorder);
    const auto& last = recorder.snapshots.back().values;
    return std::accumulate(last.begin(), last.end(), 0.0) / static_cast<double>(last.size());
}

TEST(MeanPressure, IsTheSignalIntegratedTwiceInARigidRoom) {
    const ClosedRoom room{50, 0, 340};
    const std::vector<double> pressure = mean_pressure(room, std::vector<double>(101, 3.0), 0.01);

    ASSERT_EQ(pressure.size(), 101U);
    for (const double n : {1.0, 40.0, 100.0})
        EXPECT_NEAR(pressure[static_cast<std::size_t>(n)], 340 * 340 * 3.0 / 50 * 1e-4 * n * (n + 1) / 2, 1e-9);
}

TEST(MeanPressure, OfAnImpulseGoesToItsLimitWhereWallsTakeSound) {
    const ClosedRoom room{50, 2.5, 340};
    std::vector<double> impulse(20'000, 0.0);
    impulse[0] = 1 / 1e-4;
    const double per_s = 340 * 2.5 / 50;

    const std::vector<double> pressure = mean_pressure(room, impulse, 1e-4);

    for (const std::size_t n : {500UL, 5'000UL, 19'999UL})
        EXPECT_NEAR(pressure[n], 340 / 2.5 * (1 - std::exp(-per_s * 1e-4 * static_cast<double>(n))), 0.02) << n;
}

TEST(MeanPressure, ThatARunLeavesIsTheOneToldBefore) {
    for (const double admittance : {0.0, 0.01}) {
        const Scene scene = pushing(admittance, 0.05);
        const Plan plan = plan_of(scene);
        const double told = pressure_left(plan, *closed_room(plan), scene.sources[0].signal);

        const double left = mean_at_the_end(scene);

        EXPECT_GT(std::abs(told), 0.01) << admittance;
        // The mean of the field stands for the pressure at the walls: good to the first order in their admittance.
        EXPECT_NEAR(told, left, (1e-3 + 3 * admittance) * std::abs(left)) << admittance;
    }
}

/// A sine that fades in over m periods leaves the flow of its ramp: A/w (1 - 1 / (1 - 1/(4 m^2))).
TEST(MeanPressure, OfASineIsThatOfTheFlowOfItsRamp) {
    Scene scene = pushing(0, 0.2);
    SignalRequest& sine = scene.sources[0].signal;
    sine.kind = SignalKind::sine;
    sine.frequency_hz = 200;
    sine.ramp_cycles = 3;
    const Plan plan = plan_of(scene);
    const double w = 2 * std::numbers::pi * 200;
    const double flow = (1 - 1 / (1 - 1.0 / 36)) / w;
    const double end_s = plan.decision.time_step_s * static_cast<double>(plan.decision.steps);

    const double left = pressure_left(plan, *closed_room(plan), sine);

    const double volume = 14 * 13 * 12 * cell * cell * cell;
    EXPECT_NEAR(left, 256 * 256 / volume * flow * end_s, 0.01 * std::abs(left));
}

TEST(MeanPressure, SamplesWithoutMeanLeaveNone) {
    std::vector<double> samples;
    for (int n = 0; n < 1000; ++n) samples.push_back(std::sin(1e-4 * n * (n + 100.0)) + 0.01);
    const ClosedRoom room{50, 0, 340};
    std::vector<double> removed = samples;

    remove_mean(removed);

    samples.resize(2000);
    removed.resize(2000);
    const double before = mean_pressure(room, samples, 1e-3).back();
    EXPECT_GT(std::abs(before), 1);
    EXPECT_LT(std::abs(mean_pressure(room, removed, 1e-3).back()), 1e-9 * std::abs(before));
}

TEST(MeanPressure, IsNotLeftByARunOfASweepThatLostItsMean) {
    Scene scene = pushing(0, 0.08);
    SignalRequest& sweep = scene.sources[0].signal;
    sweep.kind = SignalKind::samples;
    sweep.sample_rate_hz = 8000;
    for (int n = 0; n < 400; ++n) sweep.samples.push_back(std::sin(0.02 * n + 4e-4 * n * n));
    const double as_it_is = mean_at_the_end(scene);
    EXPECT_NEAR(as_it_is, pressure_left(plan_of(scene), *closed_room(plan_of(scene)), sweep), 0.01 * as_it_is);

    remove_mean(sweep.samples);

    EXPECT_LT(std::abs(mean_at_the_end(scene)), 1e-3 * std::abs(as_it_is));
    EXPECT_THAT(plan_of(scene).report.warnings, testing::Not(testing::Contains(testing::HasSubstr("mean pressure"))));
}

TEST(MeanPressure, IsWarnedOfInClosedRoomsAlone) {
    Scene scene = pushing(0, 0.05);
    EXPECT_THAT(
        mean_pressure_warnings(plan_of(scene)),
        testing::ElementsAre(testing::AllOf(testing::HasSubstr("leaves a mean pressure of "),
                                            testing::HasSubstr("c^2/V times its signal integrated twice, V = "))));
    scene.sources[0].signal.kind = SignalKind::ricker;
    scene.sources[0].signal.frequency_hz = 300;
    EXPECT_THAT(mean_pressure_warnings(plan_of(scene)), testing::IsEmpty());
    scene.sources[0].signal.kind = SignalKind::gaussian;
    scene.boundaries.kind[5] = SideKind::free_surface;
    EXPECT_THAT(mean_pressure_warnings(plan_of(scene)), testing::IsEmpty());
}

/// Samples that begin late leave less: c^2 / V times their sum and the time that is left after their middle.
TEST(MeanPressure, OfSamplesGrowsFromTheirDelayOn) {
    Scene scene = pushing(0, 0.06);
    SignalRequest& samples = scene.sources[0].signal;
    samples.kind = SignalKind::samples;
    samples.sample_rate_hz = 4000;
    samples.samples = {3, 3, 3, 3, 3, 3, 3, 3};
    samples.delay_s = 0.02;
    const Plan plan = plan_of(scene);
    const double end_s = plan.decision.time_step_s * static_cast<double>(plan.decision.steps);

    const double left = pressure_left(plan, *closed_room(plan), samples);

    const double volume = 14 * 13 * 12 * cell * cell * cell;
    EXPECT_NEAR(left, 256 * 256 / volume * 3 * 0.002 * (end_s - 0.021), 0.01 * left);
}

}  // namespace
}  // namespace wavesim
