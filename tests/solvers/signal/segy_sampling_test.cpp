// SPDX-License-Identifier: MIT
#include "solvers/signal/segy_sampling.hpp"

#include <gmock/gmock.h>

#include "solvers/plan/plan.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

Plan plan_with(double time_step_s, std::int64_t steps, std::optional<double> interval_s = {}) {
    Plan plan;
    plan.decision.time_step_s = time_step_s;
    plan.decision.steps = steps;
    plan.scene.receivers.resize(3);
    plan.scene.outputs.traces.segy = SegyOutput{interval_s};
    return plan;
}

std::string refusal(const Plan& plan) {
    try {
        plan_segy(plan);
    } catch (const SceneError& error) {
        return error.what();
    }
    return "";
}

TEST(SegySampling, IsAbsentUnlessAskedFor) { EXPECT_FALSE(plan_segy(Plan{}).has_value()); }

TEST(SegySampling, WholeStepsStayAsTheyAre) {
    const PlannedSegy segy = *plan_segy(plan_with(1e-3 * (1 + 1e-9), 2000));

    EXPECT_EQ(segy.interval_us, 1000);
    EXPECT_EQ(segy.samples, 2000);
    EXPECT_FALSE(segy.resampled);
}

TEST(SegySampling, OtherStepsAreRoundedDown) {
    const PlannedSegy segy = *plan_segy(plan_with(1000.7e-6, 2000));

    EXPECT_EQ(segy.interval_us, 1000);
    EXPECT_EQ(segy.samples, 2001);  // 2001.4 of them
    EXPECT_TRUE(segy.resampled);
}

TEST(SegySampling, AnIntervalMayBeAskedFor) {
    const PlannedSegy segy = *plan_segy(plan_with(1e-3, 2000, 4e-3));

    EXPECT_EQ(segy.interval_us, 4000);
    EXPECT_EQ(segy.samples, 500);
    EXPECT_TRUE(segy.resampled);
    EXPECT_FALSE(plan_segy(plan_with(1e-3, 2000, 1e-3))->resampled);
}

TEST(SegySampling, SaysWhatTheFormatCannotHold) {
    EXPECT_THAT(refusal(plan_with(20e-6, 32768)),
                HasSubstr("SEG-Y holds up to 32767 samples per trace, this run has 32768 of 20 us"));
    EXPECT_EQ(refusal(plan_with(20e-6, 32767)), "");
    EXPECT_THAT(refusal(plan_with(0.4e-6, 100)),
                HasSubstr("SEG-Y counts in whole microseconds, and the time step is 0.4 us"));
    EXPECT_THAT(refusal(plan_with(0.05, 100)), HasSubstr("SEG-Y holds intervals up to 32767 us"));
    EXPECT_THAT(refusal(plan_with(1e-3, 100, 1.5e-6)), HasSubstr("SEG-Y counts in whole microseconds, not 1.5"));
    EXPECT_THAT(refusal(plan_with(1e-3, 100, 0.04)), HasSubstr("SEG-Y holds intervals up to 32767 us"));
    EXPECT_THAT(refusal(plan_with(1e-3, 100, 3e-6)), HasSubstr("within a factor of 256 of the time step, 1000 us"));
    Plan wide = plan_with(1e-3, 100);
    wide.scene.receivers.resize(32768);
    EXPECT_EQ(refusal(wide), "");  // the count of traces per shot is left open
}

TEST(SegySampling, TheIntervalMustCarryTheHighestFrequency) {
    Plan plan = plan_with(1e-3, 1000, 4e-3);
    plan.scene.grid.max_frequency_hz = 125;
    EXPECT_EQ(refusal(plan), "");
    plan.scene.grid.max_frequency_hz = 126;
    EXPECT_THAT(refusal(plan), HasSubstr("samples every 4000 us carry up to 125 Hz, and grid.max_frequency is 126 Hz"));
}

}  // namespace
}  // namespace wavesim
