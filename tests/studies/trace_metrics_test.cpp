// SPDX-License-Identifier: MIT
#include "studies/trace_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace wavesim {
namespace {

constexpr double step_s = 1.0 / 8000;

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

}  // namespace
}  // namespace wavesim
