// SPDX-License-Identifier: MIT
#include "solvers/decision/decision.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

/// Counted one by one: the step of snapshot i is the one nearest to first + i every.
TEST(PlannedSnapshots, AreCountedAsTheirStepsSay) {
    for (const auto& [every, first] : {std::pair{2.3, 0.7}, {1.0, 1.0}, {7.0, 3.0}, {2.5, 2.5}}) {
        const PlannedSnapshots snapshots{{{0, 0, 0}, {1, 1, 1}, 1}, every, 9, first};
        for (std::int64_t i = 0; i < 9; ++i)
            EXPECT_EQ(snapshots.step_of(i), std::llround(first + static_cast<double>(i) * every));
        for (std::int64_t step = 0; step < 80; ++step) {
            std::int64_t taken = 0;
            for (std::int64_t i = 0; i < 9; ++i) taken += snapshots.step_of(i) < step;
            EXPECT_EQ(snapshots.taken_before(step), taken) << every << ": " << step;
        }
    }
    EXPECT_EQ((PlannedSnapshots{{}, 4, 3}.step_of(0)), 4) << "the first one comes after the first interval";
}

}  // namespace
}  // namespace wavesim
