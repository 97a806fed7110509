// SPDX-License-Identifier: MIT
#include "acoustics/reverberation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace wavesim {
namespace {

constexpr double step_s = 1.0 / 8000;

/// A tone that loses 60 dB in `seconds_60`, from 0.05 s on, above one of `floor` of its amplitude that stays.
std::vector<double> decaying_tone(double hz, double seconds_60, double length_s, double floor = 0) {
    std::vector<double> trace(static_cast<std::size_t>(length_s / step_s));
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const double t = static_cast<double>(i) * step_s - 0.05;
        if (t >= 0) trace[i] = std::sin(2 * std::numbers::pi * hz * t) * (std::pow(10, -3 * t / seconds_60) + floor);
    }
    return trace;
}

DecayFault fault_of(const std::vector<double>& trace, double hz) { return reverberation_of(trace, step_s, hz).fault; }

TEST(Reverberation, TimeOfAnExponentialDecayIsItsOwn) {
    for (const double seconds : {0.2, 0.5, 1.0}) {
        const ReverberationTime time = reverberation_of(decaying_tone(500, seconds, 3), step_s, 500);
        EXPECT_NEAR(time.seconds, seconds, 0.01 * seconds);
        EXPECT_EQ(time.fault, DecayFault::none);
    }
    // The part behind the end is added: without it the time would be a tenth too short.
    EXPECT_NEAR(reverberation_of(decaying_tone(500, 1, 0.7), step_s, 500).seconds, 1, 0.02);
}

TEST(Reverberation, WhatDoesNotHoldIsNamed) {
    EXPECT_EQ(fault_of(decaying_tone(500, 1, 0.4), 500), DecayFault::duration) << "shorter than 35 dB";
    EXPECT_EQ(fault_of(std::vector<double>(1000), 500), DecayFault::silence);
    EXPECT_EQ(fault_of(decaying_tone(500, 0.5, 3), 4000), DecayFault::grid) << "half the rate of the samples";
    EXPECT_EQ(fault_of(decaying_tone(500, 0.5, 1.5, 4e-2), 500), DecayFault::range)
        << "a floor at -28 dB of the amplitude";
    EXPECT_EQ(fault_of(decaying_tone(500, 0.5, 1.5, 1e-2), 500), DecayFault::none) << "-40 dB: it is cut off";
    EXPECT_EQ(fault_of(decaying_tone(500, 0.5, 1.5, 1e-4), 500), DecayFault::none) << "a floor at -80 dB";
    EXPECT_NEAR(reverberation_of(decaying_tone(63, 0.2, 2), step_s, 63).seconds, 0.2, 0.006) << "filtered backwards";
    EXPECT_EQ(fault_of(decaying_tone(63, 0.06, 2), 63), DecayFault::filter) << "bandwidth 44.5 Hz: 4 / 44.5 = 0.09 s";
    EXPECT_EQ(fault_of(decaying_tone(63, 0.5, 2), 63), DecayFault::none);
    EXPECT_TRUE(std::isnan(reverberation_of(decaying_tone(63, 0.06, 2), step_s, 63).seconds));
}

}  // namespace
}  // namespace wavesim
