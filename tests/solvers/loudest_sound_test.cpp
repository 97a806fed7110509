// SPDX-License-Identifier: MIT
#include "solvers/loudest_sound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::cell;

/// Peak of the first trace over what it may be.
double share_of_the_loudest(const Scene& scene) {
    const Plan plan = test::plan_of(scene);
    const std::vector<double> samples = test::run(plan);
    double peak = 0;
    for (std::size_t i = 0; i < samples.size(); i += scene.receivers.size())
        peak = std::max(peak, std::abs(samples[i]));
    return peak / LoudestSound(plan).at(0);
}

void expect_within_bound(const Scene& scene, const char* what) {
    const double share = share_of_the_loudest(scene);
    EXPECT_LE(share, 1) << what;
    EXPECT_GE(share, 1e-3) << what << ": a bound so far away tells nothing";
}

SignalRequest tone(double frequency_hz) {
    SignalRequest signal;
    signal.kind = SignalKind::sine;
    signal.frequency_hz = frequency_hz;
    return signal;
}

TEST(LoudestSound, IsABoundInRooms) {
    Scene room = test::small_room();
    expect_within_bound(room, "a room");
    room.sources[0].position = {0.6 * cell, 0.6 * cell, 0.6 * cell};
    room.receivers[0].position = {19.4 * cell, 15.4 * cell, 11.4 * cell};
    expect_within_bound(room, "from corner to corner");
    room.duration_s = 0.5;
    room.sources[0].signal = tone(test::sound_speed / (2 * 20 * cell));
    expect_within_bound(room, "a tone at the lowest mode");
}

TEST(LoudestSound, IsABoundInDuctsAndPlanes) {
    Scene duct = test::box_scene({120, 2, 2}, "leggy-2", 0.1);
    duct.sources = {test::ricker(test::node(10, 0, 0), 20)};
    duct.receivers = {test::receiver("a", test::node(100, 1, 1))};
    expect_within_bound(duct, "a duct");
    duct.duration_s = 1;
    duct.sources[0].signal = tone(test::sound_speed / (2 * 120 * cell) * 3);
    expect_within_bound(duct, "a tone at its third mode");

    Scene plane = test::box_scene({60, 1, 50}, "leggy-4", 0.1);
    plane.sources = {test::ricker(test::node(10, 0, 12), 20)};
    plane.receivers = {test::receiver("a", test::node(40, 0, 40))};
    expect_within_bound(plane, "a plane");
}

TEST(LoudestSound, IsABoundInTheOpenAndBesideTheSource) {
    Scene open = test::box_scene({30, 30, 30}, "leggy-4", 0.03);
    open.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : open.boundaries.layer) layer.cells = 12;
    open.sources = {test::ricker(test::node(8, 15, 15), 14)};
    open.receivers = {test::receiver("a", test::node(24, 15, 15))};
    expect_within_bound(open, "in the open");
    open.receivers[0].position = test::node(8, 16, 15);
    expect_within_bound(open, "beside the source");
    open.medium.layers = Medium::Layers{2, {12 * cell}, {512, 256}, {2000, 1000}};
    expect_within_bound(open, "in layers");
}

/// It goes with the amplitude, and the mean pressure of a closed room is part of it.
TEST(LoudestSound, GoesWithTheAmplitude) {
    Scene room = test::small_room();
    const double once = LoudestSound(test::plan_of(room)).at(0);
    room.sources[0].signal.amplitude_pa_m = 3;
    EXPECT_NEAR(LoudestSound(test::plan_of(room)).at(0), 3 * once, 1e-9 * once);
    room.sources[0].signal.kind = SignalKind::gaussian;
    room.sources[0].signal.width_s = 0.01;
    room.duration_s = 5;
    expect_within_bound(room, "a source that leaves a mean pressure");
}

}  // namespace
}  // namespace wavesim
