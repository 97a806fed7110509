// SPDX-License-Identifier: MIT
#include "stencils/density/step_ripple.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stencils/density/density_operator.hpp"

namespace wavesim {
namespace {

/// A pressure without slope before a step at `step` and of slope 1 behind it, with the ripple: its first difference at
/// each half node is the mean slope of the cell around it.
TEST(StepRipple, FirstDifferencesOfABentPressureAreTheMeanSlopesOfCells) {
    for (const int half_order : {1, 2, 4, 8, 12})
        for (const double step : {0.0, 0.3, 0.5, 0.85}) {
            const std::vector<double> s = staggered_weights(half_order);
            const auto pressure = [&](int node) {
                const double away = node - step;
                return std::max(0.0, away) + step_ripple(half_order, away);
            };
            for (int before = -4; before < 5; ++before) {
                double difference = 0;
                for (int m = 1; m <= half_order; ++m)
                    difference +=
                        s[static_cast<std::size_t>(m - 1)] * (pressure(before + m) - pressure(before - m + 1));
                const double half_node = before + 0.5;
                EXPECT_NEAR(difference, std::clamp(half_node + 0.5 - step, 0.0, 1.0), half_order > 4 ? 2e-3 : 1e-4)
                    << half_order << " " << step << " " << before;
            }
        }
}

TEST(StepRipple, IsNoneOfFirstDifferencesOfTwoNodesAndAFewHundredthsOfOthers) {
    EXPECT_EQ(step_ripple(1, 0.3), 0);
    EXPECT_NEAR(step_ripple(4, 0.5), step_ripple(4, -0.5), 1e-12);
    for (const int half_order : {2, 4, 12}) {
        EXPECT_GT(step_ripple(half_order, 0.5), 0.018);
        EXPECT_LT(std::abs(step_ripple(half_order, 6.5)), 1e-3);
    }
}

}  // namespace
}  // namespace wavesim
