// SPDX-License-Identifier: MIT
#include "studies/trace_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace wavesim {
namespace {

constexpr double step_s = 1.0 / 8000;

/// A tone that loses 60 dB in `seconds_60`, from 0.05 s on.
std::vector<double> decaying_tone(double hz, double seconds_60, double length_s) {
    std::vector<double> trace(static_cast<std::size_t>(length_s / step_s));
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const double t = static_cast<double>(i) * step_s - 0.05;
        if (t >= 0) trace[i] = std::sin(2 * std::numbers::pi * hz * t) * std::pow(10, -3 * t / seconds_60);
    }
    return trace;
}

TEST(TraceMetrics, PeakEnergyAndArrivalOfKnownTraces) {
    const std::vector<double> trace{0, 0, 0.1, -2, 1};
    EXPECT_EQ(peak_of(trace), 2);
    EXPECT_DOUBLE_EQ(energy_of(trace, 0.5), 0.5 * (0.01 + 4 + 1));
    EXPECT_EQ(arrival_of(trace, 0.5, 0.04), 1.0);
    EXPECT_EQ(arrival_of(trace, 0.5, 0.1), 1.5);
    EXPECT_TRUE(std::isnan(arrival_of(std::vector<double>(3), 0.5, 0.1)));
}

TEST(TraceMetrics, OctavesHaveTheirEdgesAtThreeDecibels) {
    const auto level = [](double hz) {
        std::vector<double> tone(16000);
        for (std::size_t i = 0; i < tone.size(); ++i)
            tone[i] = std::sin(2 * std::numbers::pi * hz * step_s * static_cast<double>(i));
        const std::vector<double> band = octave_of(tone, step_s, 500);
        const std::span<const double> settled = std::span(band).last(8000);
        return 10 * std::log10(2 * energy_of(settled, step_s));
    };
    EXPECT_NEAR(level(500), 0, 0.02);
    EXPECT_NEAR(level(500 / std::numbers::sqrt2), -3.01, 0.05);
    EXPECT_NEAR(level(500 * std::numbers::sqrt2), -3.01, 0.05);
    EXPECT_LT(level(250), -15);
    EXPECT_LT(level(1000), -15);
    EXPECT_TRUE(octave_of(std::vector<double>(10), step_s, 4000).empty());
}

TEST(TraceMetrics, ReverberationTimeOfAnExponentialDecayIsItsOwn) {
    for (const double seconds : {0.2, 0.5, 1.0})
        EXPECT_NEAR(reverberation_of(decaying_tone(500, seconds, 3), step_s, 500), seconds, 0.01 * seconds);
    // The part behind the end is added: without it the time would be a tenth too short.
    EXPECT_NEAR(reverberation_of(decaying_tone(500, 1, 0.7), step_s, 500), 1, 0.02);
    EXPECT_TRUE(std::isnan(reverberation_of(decaying_tone(500, 1, 0.4), step_s, 500))) << "shorter than 35 dB";
    EXPECT_TRUE(std::isnan(reverberation_of(std::vector<double>(1000), step_s, 500)));
}

}  // namespace
}  // namespace wavesim
