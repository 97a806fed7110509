// SPDX-License-Identifier: MIT
#include "acoustics/trace_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

TEST(TraceMetrics, PeakEnergyAndArrivalOfKnownTraces) {
    const std::vector<double> trace{0, 0, 0.1, -2, 1};
    EXPECT_EQ(peak_of(trace), 2);
    EXPECT_DOUBLE_EQ(energy_of(trace, 0.5), 0.5 * (0.01 + 4 + 1));
    EXPECT_EQ(arrival_of(trace, 0.5, 0.04), 1.0);
    EXPECT_EQ(arrival_of(trace, 0.5, 0.1), 1.5);
    EXPECT_TRUE(std::isnan(arrival_of(std::vector<double>(3), 0.5, 0.1)));
}

}  // namespace
}  // namespace wavesim
