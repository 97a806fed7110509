// SPDX-License-Identifier: MIT
#include "solvers/run/run_pace.hpp"

#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

Plan pace_plan(std::size_t receivers, std::int64_t steps = 1'000'000) {
    Plan plan;
    plan.decision.steps = steps;
    common_part(plan.problem).receivers.resize(receivers);
    return plan;
}

/// A pace whose steps take no time: the report interval limits nothing.
StepPace without_interval(const Plan& plan, std::int64_t never_past = 0, std::int64_t part_bytes = most_part_bytes) {
    StepPace pace(plan, 1e9, never_past, part_bytes);
    for (int i = 0; i < 12; ++i) pace.took(1, 1e-9);
    return pace;
}

TEST(StepPace, HoldsTheTracesOfAPart) {
    const Plan two = pace_plan(2), three = pace_plan(3), none = pace_plan(0);
    EXPECT_EQ(without_interval(two, 0, 2 * 8 * 5).next(0), 5);
    EXPECT_EQ(without_interval(two, 0, 2 * 8 * 5 - 1).next(0), 4);
    EXPECT_EQ(without_interval(three, 0, 2 * 8 * 5).next(0), 3);
    EXPECT_EQ(without_interval(none, 0, 80).next(0), 10);
    EXPECT_EQ(without_interval(three, 0, 23).next(0), 1) << "one step has more";
    const Plan many = pace_plan(100'000);
    EXPECT_EQ(without_interval(many).next(0), 10) << "8 MiB are 10.5 steps of 100,000 receivers";
}

/// The first part is one step, each later one at most four times the one before.
TEST(StepPace, TakesHalfTheReportInterval) {
    const Plan plan = pace_plan(2);
    StepPace pace(plan, 0.03);
    EXPECT_EQ(pace.next(0), 1);
    pace.took(1, 1e-3);
    EXPECT_EQ(pace.next(0), 4);
    pace.took(4, 4e-3);
    EXPECT_EQ(pace.next(0), 15) << "0.015 s of steps of 1 ms";
    pace.took(15, 15 * 2.5e-3);
    EXPECT_EQ(pace.next(0), 6);
    pace.took(6, 60);
    EXPECT_EQ(pace.next(0), 1);
}

/// Checks of the field are at steps 128, 256, ...; the run has 300 steps and two more for the time correction.
TEST(StepPace, EndsAtChecksStopsAndTheLastStep) {
    Plan plan = pace_plan(2, 300);
    plan.decision.time_correction.steps_beyond = 2;
    const StepPace pace = without_interval(plan);
    EXPECT_EQ(pace.next(0), 128);
    EXPECT_EQ(pace.next(121), 7);
    EXPECT_EQ(pace.next(128), 128);
    EXPECT_EQ(pace.next(256), 46);
    const StepPace stopped = without_interval(plan, 50);
    EXPECT_EQ(stopped.next(0), 50);
    EXPECT_EQ(stopped.next(49), 1);
    EXPECT_EQ(stopped.next(100), 28) << "the check comes first";
    EXPECT_EQ(stopped.next(150), 50);
}

/// Snapshots at 7, 19.5 -> 20 and 32.
TEST(StepPace, EndsAtSnapshots) {
    Plan plan = pace_plan(2, 300);
    plan.decision.snapshots = PlannedSnapshots{{{0, 0, 0}, {2, 1, 1}, 1}, 12.5, 3, 7};
    const StepPace pace = without_interval(plan);
    EXPECT_EQ(pace.next(0), 7);
    EXPECT_EQ(pace.next(6), 1);
    EXPECT_EQ(pace.next(7), 13);
    EXPECT_EQ(pace.next(20), 12);
    EXPECT_EQ(pace.next(32), 96) << "none is left before the check at 128";
}

}  // namespace
}  // namespace wavesim
