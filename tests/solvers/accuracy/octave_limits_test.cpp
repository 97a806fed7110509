// SPDX-License-Identifier: MIT
#include "solvers/accuracy/octave_limits.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

/// 5 x 4 x 3 m with a Ricker pulse.
Scene room(double peak_hz) {
    Scene scene;
    scene.size_m = {5, 4, 3};
    scene.duration_s = 1;
    scene.sources.resize(1);
    scene.sources[0].signal.kind = SignalKind::ricker;
    scene.sources[0].signal.frequency_hz = peak_hz;
    return scene;
}

constexpr RoomAir air{60, 94, 343};

/// Modes between two frequencies, one by one.
double counted(double from_hz, double to_hz) {
    double count = 0;
    for (int x = 0; x < 40; ++x)
        for (int y = 0; y < 40; ++y)
            for (int z = 0; z < 40; ++z) {
                const double hz = 343.0 / 2 * std::hypot(x / 5.0, y / 4.0, z / 3.0);
                count += hz > from_hz && hz <= to_hz ? 1 : 0;
            }
    return count;
}

TEST(OctaveLimits, ModesOfABoxAreCounted) {
    const Scene scene = room(100);
    const OctaveLimits limits(scene, 1000, air);
    for (const double hz : {16.0, 31.5, 63.0, 125.0})
        EXPECT_EQ(limits.modes(hz), counted(hz / std::sqrt(2.0), hz * std::sqrt(2.0))) << hz;
    EXPECT_EQ(limits.modes(16), 0) << "the first is at 34.3 Hz";
}

TEST(OctaveLimits, ModesOfOtherRoomsFollowWeylsLaw) {
    Scene scene = room(100);
    scene.solids.resize(1);
    const OctaveLimits furnished(scene, 1000, air);
    EXPECT_NEAR(furnished.modes(250), counted(250 / std::sqrt(2.0), 250 * std::sqrt(2.0)), 10) << "of 260";
    scene.boundaries.kind[1] = SideKind::absorbing;
    EXPECT_TRUE(std::isinf(OctaveLimits(scene, 1000, air).modes(250)));
}

/// The shares were integrated by another program (trapezoids over the logarithm of the frequency).
TEST(OctaveLimits, ShareOfThePulseWithinAnOctave) {
    const Scene scene = room(150);
    const OctaveLimits limits(scene, 1e5, air);
    EXPECT_NEAR(limits.share_within(63), 0.758, 0.003);
    EXPECT_NEAR(limits.share_within(125), 0.898, 0.003);
    EXPECT_NEAR(limits.share_within(250), 0.852, 0.003);
    EXPECT_NEAR(limits.share_within(500), 0.097, 0.003);
    EXPECT_LT(limits.share_within(4000), 1e-6);
    Scene flat = room(1);
    flat.sources[0].signal.kind = SignalKind::gaussian;
    flat.sources[0].signal.width_s = 1e-5;
    EXPECT_NEAR(OctaveLimits(flat, 1e5, air).share_within(125), 0.863, 0.003);
}

TEST(OctaveLimits, ThirdsAreNarrower) {
    const Scene scene = room(250);
    const OctaveLimits thirds(scene, 560, air, 3), octaves(scene, 560, air);
    EXPECT_EQ(octaves.fault(500), OctaveFault::grid);
    EXPECT_NE(thirds.fault(495), OctaveFault::grid);  // to 556 Hz
    EXPECT_EQ(thirds.fault(505), OctaveFault::grid);
    EXPECT_EQ(thirds.modes(125), counted(125 / std::pow(2, 1.0 / 6), 125 * std::pow(2, 1.0 / 6)));
    // White noise: a Butterworth filter of order 3 per edge has the same share within its band, whatever its width.
    Scene flat = scene;
    flat.sources[0].signal.kind = SignalKind::gaussian;
    flat.sources[0].signal.width_s = 1e-5;
    EXPECT_NEAR(OctaveLimits(flat, 1e5, air, 3).share_within(125), 0.863, 0.01);
}

TEST(OctaveLimits, EachLimitIsNamed) {
    const Scene low = room(150), high = room(300);
    const OctaveLimits limits(low, 355, air), others(high, 355, air);
    EXPECT_EQ(limits.fault(125), OctaveFault::none);
    EXPECT_EQ(limits.fault(250), OctaveFault::none) << "ends at 354 Hz";
    EXPECT_EQ(limits.fault(500), OctaveFault::grid);
    EXPECT_EQ(others.fault(63), OctaveFault::pulse);
    EXPECT_EQ(others.fault(250), OctaveFault::none);
    Scene deep = room(16);
    EXPECT_EQ(OctaveLimits(deep, 355, air).fault(16), OctaveFault::modes);
}

}  // namespace
}  // namespace wavesim
