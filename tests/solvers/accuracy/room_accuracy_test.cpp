// SPDX-License-Identifier: MIT
#include "solvers/accuracy/room_accuracy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/run/accuracy_statement.hpp"
#include "solvers/space/modal_density.hpp"

namespace wavesim {
namespace {

using ::testing::HasSubstr;

/// 6 x 4.2 x 2.8 m at 14 points per wavelength of 350 Hz: cells of 0.07 m.
Scene furnished(double off_m) {
    Scene scene;
    scene.size_m = {6.3, 4.2, 2.8};
    scene.grid.max_frequency_hz = 355;
    scene.grid.spacing_m = 0.07;
    scene.grid.stencil.name = "leggy-4";
    scene.duration_s = 0.05;
    for (SurfaceLaw& law : scene.boundaries.side) {
        law.kind = SurfaceLaw::Kind::absorption;
        law.value = 0.15;
    }
    const double x = 2.1 + off_m, z = 0.84 - off_m;
    scene.solids = {{"table", {x, 1.4, 0}, {x + 2.1, 2.8, z}, scene.boundaries.side[0]}};
    scene.sources.resize(1);
    scene.sources[0].position = {0.9, 0.8, 1.3};
    scene.sources[0].signal.frequency_hz = 200;
    ReceiverRequest receiver;
    receiver.position = {5.1, 3.3, 1.2};
    scene.receivers = {receiver};
    return scene;
}

TEST(RoomAccuracy, SpeaksOfOctavesThatHold) {
    const Plan plan = test::plan_of(furnished(0));
    const auto room = room_accuracy(plan);
    ASSERT_TRUE(room);
    ASSERT_EQ(room->octaves.size(), 2U);
    EXPECT_EQ(room->octaves[0].middle_hz, 125);
    EXPECT_EQ(room->octaves[1].middle_hz, 250);
    const double omega_t = 2 * std::numbers::pi * 250 * plan.decision.time_step_s;
    const WallLoss loss = wall_loss(wall_scheme(plan, plan.report.geometry.areas[0].admittance),
                                    plan.report.geometry.areas[0].admittance, omega_t);
    const double more_waves = modal_density(plan.decision.shape.stencil, plan.courant(), omega_t);
    const auto along = [&](double y, double z) {
        return wave_number(plan.decision.shape.stencil, {0, y, z}, plan.courant(), omega_t);
    };
    const double diagonal = std::numbers::sqrt2 / 2, k = omega_t / plan.courant();
    const double reaches = (std::pow(along(0, 1), 2) + std::pow(along(diagonal, diagonal), 2)) / (2 * k * k);
    EXPECT_NEAR(loss.random_reverberation, more_waves / reaches / (1 + loss.random_absorption) - 1, 1e-9);
    EXPECT_EQ(room->octaves[1].reverberation, std::abs(loss.box_reverberation) > std::abs(loss.random_reverberation)
                                                  ? loss.box_reverberation
                                                  : loss.random_reverberation)
        << "all are alike";
    EXPECT_EQ(room->octaves[1].seat_clarity_db, 0);
    EXPECT_THAT(accuracy_of(plan).verdict, HasSubstr("reverberation time"));
    EXPECT_THAT(accuracy_of(plan).verdict, HasSubstr("dB"));
}

/// A room of 72 m3 with a table of 8.8 m2, T about 0.6 s. In the octave of 250 Hz (177 Hz wide) faces that are 0.03 m
/// off turn each reflection by 2 x 4.58 x 0.03 / sqrt(2) = 0.194 rad in the mean; within T / 4 there are 1.6 of them.
/// The fields are then correlated by exp(-1.6 x 0.0377 / 2) and sqrt(2 (1 - 0.94)) = 0.34 standard deviations apart.
TEST(RoomAccuracy, DisplacedFurnitureMakesSeatsDiffer) {
    const Plan plan = test::plan_of(furnished(0.03));
    const auto room = room_accuracy(plan);
    ASSERT_TRUE(room);
    EXPECT_NEAR(room->solid_shift_m, 0.03, 1e-6);
    const OctaveAccuracy& octave = room->octaves.at(1);
    EXPECT_NEAR(octave.seat_reverberation, 2 * 0.34 * 0.96 / std::sqrt(177 * 0.6), 0.01);
    EXPECT_GT(octave.seat_clarity_db, 0.5);
    EXPECT_LT(octave.seat_clarity_db, 2);
    EXPECT_GT(octave.seat_clarity_db, room->octaves[0].seat_clarity_db);
    EXPECT_THAT(accuracy_of(plan).verdict, HasSubstr("clarity C80 up to"));
}

/// In 2D the time is that of sound between two walls, here those that absorb 0.31.
TEST(RoomAccuracy, OfAFlatRoomIsThatBetweenItsWorstWalls) {
    Scene scene = furnished(0);
    scene.dims = 2;
    scene.solids.clear();
    scene.boundaries.side[0].value = 0.31;
    const Plan plan = test::plan_of(scene);
    const auto room = room_accuracy(plan);
    ASSERT_TRUE(room);
    ASSERT_FALSE(room->octaves.empty());
    const OctaveAccuracy& octave = room->octaves.back();
    const double omega_t = 2 * std::numbers::pi * octave.middle_hz * plan.decision.time_step_s;
    const double g = admittance_of(scene.boundaries.side[0]);
    EXPECT_NEAR(octave.reverberation, wall_loss(wall_scheme(plan, g), g, omega_t).normal_reverberation, 1e-12);
    EXPECT_NE(octave.reverberation, 0);
    EXPECT_THAT(accuracy_of(plan).verdict, HasSubstr("reverberation time"));
}

/// Warm air over cold air is a room; sound in water over rock is not.
TEST(RoomAccuracy, OfLayeredAir) {
    Scene scene = furnished(0);
    scene.grid.stencil.name = "leggy-2";
    scene.solids.clear();
    const auto octaves = [&](double upper_m_s) {
        scene.medium.layers = Medium::Layers{2, {1.4}, {338, upper_m_s}, {}};
        const auto room = room_accuracy(test::plan_of(scene));
        return room ? room->octaves.size() : 0;
    };
    EXPECT_EQ(octaves(346), 2U);
    EXPECT_EQ(octaves(480), 0U);
}

TEST(RoomAccuracy, OpenScenesHaveNone) {
    Scene scene = furnished(0);
    scene.boundaries.kind[5] = SideKind::absorbing;
    scene.boundaries.layer[5].cells = 10;
    EXPECT_FALSE(room_accuracy(test::plan_of(scene)));
}

}  // namespace
}  // namespace wavesim
