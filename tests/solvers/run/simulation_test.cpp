// SPDX-License-Identifier: MIT
#include "solvers/run/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "physics/scene_builder.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::MemoryRecorder;
using test::plan_of;
using test::receiver;
using test::small_room;
using testing::HasSubstr;

RunControl one_thread() {
    RunControl control;
    control.backend.threads = 1;
    return control;
}

TEST(Simulate, RecordsEveryStepOnceInOrder) {
    const Plan plan = plan_of(small_room());
    MemoryRecorder recorder;
    const RunReport report = simulate(plan, recorder, one_thread());
    EXPECT_EQ(report.steps_done, plan.decision.steps);
    EXPECT_FALSE(report.stopped);
    EXPECT_EQ(report.backend, "cpu");
    std::int64_t next = 0;
    for (const auto& chunk : recorder.chunks) {
        EXPECT_EQ(chunk.first_step, next);
        next += chunk.steps;
    }
    EXPECT_EQ(next, plan.decision.steps);
    EXPECT_EQ(recorder.samples.size(), static_cast<std::size_t>(2 * plan.decision.steps));
    double peak = 0;
    for (const double p : recorder.samples) peak = std::max(peak, std::abs(p));
    EXPECT_GT(peak, 0);
    EXPECT_EQ(report.peak_pa, peak);  // whenever the clock made the run look at the field
    EXPECT_NEAR(report.ctpn_s, report.step_loop_s / (static_cast<double>(plan.decision.steps) * 20 * 16 * 12), 1e-15);
}

TEST(Simulate, SnapshotsComeAtTheirStepsWithTheirNodes) {
    Scene scene = small_room();
    scene.outputs.snapshots = SnapshotOutput{0.004, SnapshotOutput::Plane{2, 7.5 * cell}, 1, false, true};
    scene.receivers = {receiver("a", {14.5 * cell, 9.5 * cell, 7.5 * cell})};  // on a node of the plane
    const Plan plan = plan_of(scene);
    MemoryRecorder recorder;
    simulate(plan, recorder, one_thread());
    ASSERT_EQ(static_cast<std::int64_t>(recorder.snapshots.size()), plan.decision.snapshots->count);
    for (std::size_t i = 0; i < recorder.snapshots.size(); ++i) {
        const auto& snapshot = recorder.snapshots[i];
        EXPECT_EQ(snapshot.index, static_cast<std::int64_t>(i));
        EXPECT_EQ(snapshot.step, plan.decision.snapshots->step_of(snapshot.index));
        if (snapshot.step == plan.decision.steps) continue;  // no sample is recorded of the last state
        EXPECT_EQ(snapshot.values[14 + 20 * 9], recorder.samples[static_cast<std::size_t>(snapshot.step)]);
    }
}

TEST(Simulate, SnapshotsStayInTheirWindow) {
    Scene scene = small_room();
    scene.outputs.snapshots = SnapshotOutput{0.004, SnapshotOutput::Plane{2, 7.5 * cell}, 1, false, true, 0.03, 0.05};
    const Plan plan = plan_of(scene);
    MemoryRecorder recorder;

    simulate(plan, recorder, one_thread());

    ASSERT_EQ(static_cast<std::int64_t>(recorder.snapshots.size()), plan.decision.snapshots->count);
    ASSERT_GE(recorder.snapshots.size(), 5U);
    for (std::size_t i = 0; i < recorder.snapshots.size(); ++i) {
        EXPECT_EQ(recorder.snapshots[i].index, static_cast<std::int64_t>(i));
        EXPECT_EQ(recorder.snapshots[i].step,
                  std::llround((0.03 + 0.004 * static_cast<double>(i)) / plan.decision.time_step_s));
    }
    EXPECT_LE(recorder.snapshots.back().step, std::llround(0.05 / plan.decision.time_step_s));
    EXPECT_EQ(plan.decision.snapshots->count, 6);  // 30, 34 ... 50 ms
}

TEST(Simulate, BitsDoNotDependOnTheReportInterval) {
    const Plan plan = plan_of(small_room("compact-27-iwb"), Precision::float32);
    MemoryRecorder often;
    MemoryRecorder seldom;
    RunControl control = one_thread();
    control.report_interval_s = 0;
    simulate(plan, often, control);
    control.report_interval_s = 10;
    simulate(plan, seldom, control);
    EXPECT_GT(often.chunks.size(), seldom.chunks.size());
    EXPECT_EQ(often.samples, seldom.samples);
}

TEST(Simulate, TellsProgressUpToTheEnd) {
    const Plan plan = plan_of(small_room());
    RunControl control = one_thread();
    control.report_interval_s = 0;
    std::vector<Progress> told;
    control.on_progress = [&](const Progress& p) { told.push_back(p); };
    MemoryRecorder recorder;
    simulate(plan, recorder, control);
    ASSERT_GE(told.size(), 2u);
    for (std::size_t i = 1; i < told.size(); ++i) EXPECT_GT(told[i].step, told[i - 1].step);
    EXPECT_EQ(told.back().step, plan.decision.steps);
    EXPECT_EQ(told.back().steps, plan.decision.steps);
    EXPECT_EQ(told.back().eta_s, 0);
    EXPECT_GT(told.back().nodes_per_s, 0);
    EXPECT_GT(told.back().peak_pa, 0);
}

TEST(Simulate, StopsWhenAskedAndKeepsWhatWasRecorded) {
    const Plan plan = plan_of(small_room());
    std::atomic<bool> stop = false;
    RunControl control = one_thread();
    control.report_interval_s = 0;
    control.stop = &stop;
    control.on_progress = [&](const Progress& p) { stop = p.step >= 20; };
    MemoryRecorder recorder;
    const RunReport report = simulate(plan, recorder, control);
    EXPECT_TRUE(report.stopped);
    EXPECT_GE(report.steps_done, 20);
    EXPECT_LT(report.steps_done, plan.decision.steps);
    EXPECT_EQ(recorder.samples.size(), static_cast<std::size_t>(2 * report.steps_done));
}

std::string instability_of(const Plan& plan, MemoryRecorder& recorder) {
    RunControl control = one_thread();
    control.report_interval_s = 0;
    try {
        simulate(plan, recorder, control);
    } catch (const UnstableRun& run) {
        const RunReport& report = run.report();
        EXPECT_EQ(recorder.samples.size(), static_cast<std::size_t>(2 * report.steps_done));
        EXPECT_EQ(report.peak_pa, std::accumulate(recorder.samples.begin(), recorder.samples.end(), 0.0,
                                                  [](double peak, double p) { return std::max(peak, std::abs(p)); }));
        EXPECT_EQ(report.backend, "cpu");
        return run.what();
    }
    return "stable";
}

TEST(Simulate, NamesATimeStepAboveTheLimit) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        Plan plan = plan_of(small_room(), precision);
        common_part(plan.problem).courant = 1.05 * plan.decision.courant_limit;
        MemoryRecorder recorder;
        const std::string message = instability_of(plan, recorder);
        EXPECT_THAT(message, HasSubstr("the pressure grew to "));
        EXPECT_THAT(message, HasSubstr(" times the energy that the sources gave the field, at node ("));
        EXPECT_THAT(message, HasSubstr("(Courant number 0.606218)"));
        EXPECT_THAT(message, HasSubstr("the Courant number 0.606218 is above the stability limit 0.57735 of leggy-1"));
        EXPECT_LT(recorder.samples.size(), static_cast<std::size_t>(2 * plan.decision.steps));  // caught before the end
        EXPECT_FALSE(recorder.samples.empty());
    }
}

TEST(Simulate, NamesTheNodeOfAValueThatIsNotANumber) {
    Plan plan = plan_of(small_room());
    common_part(plan.problem).sources[0].signal[10] = std::numeric_limits<double>::quiet_NaN();
    MemoryRecorder recorder;
    const std::string message = instability_of(plan, recorder);
    EXPECT_THAT(message, HasSubstr("the pressure is not a finite number at node ("));
    EXPECT_THAT(message, HasSubstr("a source signal holds a value that is not a finite number"));
    int from = 0;
    int to = 0;
    const std::size_t at = message.find("between steps ");
    ASSERT_EQ(std::sscanf(message.c_str() + at, "between steps %d and %d", &from, &to), 2) << message;
    EXPECT_LE(from, 11);
    EXPECT_GE(to, 11);
}

/// No look at the field is due here: what the receivers hear is reason enough.
TEST(Simulate, StopsSoonAfterReceiversHearWhatIsNotANumber) {
    Scene scene = small_room();
    scene.outputs.snapshots = SnapshotOutput{0.002, SnapshotOutput::Plane{2, 7.5 * cell}, 1, false, true};
    Plan plan = plan_of(scene);  // in parts that end at snapshots
    common_part(plan.problem).sources[0].signal[10] = std::numeric_limits<double>::quiet_NaN();
    RunControl control = one_thread();
    control.report_interval_s = 3600;
    MemoryRecorder recorder;
    try {
        simulate(plan, recorder, control);
        FAIL() << "stable";
    } catch (const UnstableRun& run) {
        const auto first = std::ranges::find_if(recorder.samples, [](double p) { return !std::isfinite(p); });
        ASSERT_NE(first, recorder.samples.end());
        const std::int64_t heard = (first - recorder.samples.begin()) / 2;  // of two receivers
        EXPECT_LT(heard, plan.decision.steps / 2);
        EXPECT_LE(run.report().steps_done, heard + plan.decision.snapshots->step_of(1));
    }
}

TEST(Simulate, NamesAnAmplitudeBeyondFloat) {
    Scene scene = small_room();
    scene.sources[0].signal.amplitude_pa_m = 1e38;
    MemoryRecorder recorder;
    EXPECT_THAT(instability_of(plan_of(scene, Precision::float32), recorder), HasSubstr("too large for float"));
    EXPECT_EQ(instability_of(plan_of(scene, Precision::float64), recorder), "stable");
}

}  // namespace
}  // namespace wavesim
