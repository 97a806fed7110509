// SPDX-License-Identifier: MIT
#include "io/scene/time_words.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

TEST(TimeWords, ReadsTimesAsPeopleWriteThem) {
    EXPECT_EQ(parse_wall_time("90s"), 90);
    EXPECT_EQ(parse_wall_time("10m"), 600);
    EXPECT_EQ(parse_wall_time("10 min"), 600);
    EXPECT_EQ(parse_wall_time("3h50m"), 13800);
    EXPECT_EQ(parse_wall_time("1d 2h 3m 4s"), 93784);
    EXPECT_EQ(parse_wall_time("1.5h"), 5400);
    EXPECT_EQ(parse_wall_time(" 2h 30min  "), 9000);
    EXPECT_EQ(parse_wall_time("200ms"), 0.2);
    EXPECT_EQ(parse_wall_time("1 hour 10 minutes"), 4200);
    EXPECT_EQ(parse_wall_time("02:03:04"), 7384);
    EXPECT_EQ(parse_wall_time("1-02:00:01"), 93601);
    for (const char* text :
         {"", " ", "10", "m", "10x", "0s", "-5m", "5m3h", "5m5m", "5min3m", "1e400s", "nan s", "3h50"})
        EXPECT_FALSE(parse_wall_time(text)) << text;
}

TEST(TimeWords, ReadsIntervalsInStepsOrTime) {
    const auto steps = parse_checkpoint_interval("500 steps");
    ASSERT_TRUE(steps);
    EXPECT_EQ(steps->steps, 500);
    EXPECT_EQ(steps->seconds, 0);
    const auto time = parse_checkpoint_interval("1h30m");
    ASSERT_TRUE(time);
    EXPECT_EQ(time->seconds, 5400);
    EXPECT_EQ(time->steps, 0);
    EXPECT_EQ(parse_checkpoint_interval("1 step")->steps, 1);
    for (const char* text : {"", "500", "0 steps", "1.5 steps", "steps", "-1 steps"})
        EXPECT_FALSE(parse_checkpoint_interval(text)) << text;
}

}  // namespace
}  // namespace wavesim
