// SPDX-License-Identifier: MIT
#include "solvers/run/run_report.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

RunReport shot_of(std::int64_t steps, double seconds, double peak) {
    RunReport shot;
    shot.steps_done = steps;
    shot.steps_run = steps + 2;
    shot.setup_s = seconds;
    shot.step_loop_s = 10 * seconds;
    shot.output_s = 3 * seconds;
    shot.health_s = 5 * seconds;
    shot.peak_pa = peak;
    return shot;
}

/// Two shots of which each value differs; the second is the quieter one.
TEST(RunReport, OfASurveyIsTheSumOfItsShots) {
    RunReport sum;
    sum.steps_before = 7;
    add_shot(sum, shot_of(100, 0.25, 4), 1000);
    RunReport second = shot_of(40, 0.5, 3);
    second.stopped = true;
    second.resumable = true;
    add_shot(sum, second, 1000);

    EXPECT_EQ(sum.steps_before, 7);
    EXPECT_EQ(sum.steps_done, 140);
    EXPECT_EQ(sum.steps_run, 144);
    EXPECT_DOUBLE_EQ(sum.setup_s, 0.75);
    EXPECT_DOUBLE_EQ(sum.step_loop_s, 7.5);
    EXPECT_DOUBLE_EQ(sum.output_s, 2.25);
    EXPECT_DOUBLE_EQ(sum.health_s, 3.75);
    EXPECT_DOUBLE_EQ(sum.ctpn_s, 7.5 / (144 * 1000.0));
    EXPECT_EQ(sum.peak_pa, 4);
    EXPECT_TRUE(sum.stopped);
    EXPECT_TRUE(sum.resumable);
    EXPECT_FALSE(sum.unstable);
}

/// Shots that an earlier run has left may be louder than those of this one.
TEST(RunReport, KeepsThePeakOfShotsThatWereThere) {
    RunReport sum;
    sum.peak_pa = 9;
    add_shot(sum, shot_of(5, 1, 2), 10);
    EXPECT_EQ(sum.peak_pa, 9);
    add_shot(sum, shot_of(6, 1, 11), 10);
    EXPECT_EQ(sum.peak_pa, 11);
    RunReport broken = shot_of(1, 1, 1);
    broken.unstable = true;
    add_shot(sum, broken, 10);
    add_shot(sum, shot_of(2, 1, 1), 10);
    EXPECT_TRUE(sum.unstable) << "one of its shots was";
}

}  // namespace
}  // namespace wavesim
