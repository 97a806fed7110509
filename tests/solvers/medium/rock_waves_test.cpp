// SPDX-License-Identifier: MIT
#include "solvers/medium/rock_waves.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

/// Near the symmetry axis the phase velocity of the second wave is sqrt(2 (epsilon - delta)) times the angle: its
/// energy goes across the axis at that speed, which is the largest.
TEST(RockWaves, TheSecondWaveIsFastestAcrossTheAxis) {
    for (const auto& [epsilon, delta] : {std::pair(0.24, 0.1), std::pair(0.3, -0.1), std::pair(0.6, 0.4)}) {
        const RockWaves waves({epsilon, delta, {0, 0, 1}}, 2, false, 3, [](double) { return 1.0; });
        EXPECT_NEAR(waves.second_speed() / std::sqrt(2 * (epsilon - delta)), 1, 1e-4) << epsilon;
    }
}

}  // namespace
}  // namespace wavesim
