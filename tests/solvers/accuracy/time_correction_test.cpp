// SPDX-License-Identifier: MIT
#include "solvers/accuracy/time_correction.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/signal/time_dispersion.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::faults_of;
using test::MemoryRecorder;
using test::plan_of;
using test::sound_speed;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

Scene corrected_room(TimeCorrection asked = TimeCorrection::automatic, const std::string& stencil = "leggy-4") {
    Scene scene = test::small_room(stencil);
    scene.outputs.traces.time_correction = asked;
    return scene;
}

void expect_left(const Scene& scene, const std::string& why) {
    const Plan plan = plan_of(scene);
    EXPECT_FALSE(plan.decision.time_correction.on);
    EXPECT_EQ(plan.decision.steps_run(), plan.decision.steps);
    EXPECT_THAT(plan.report.time_correction_reason, HasSubstr(why));
}

TEST(TimeCorrection, AutoRemovesTheErrorOfLeggyStencils) {
    const Plan plan = plan_of(corrected_room());

    EXPECT_TRUE(plan.decision.time_correction.on) << plan.report.time_correction_reason;
    EXPECT_EQ(plan.decision.time_correction.steps_beyond, steps_beyond(plan.decision.steps));
    EXPECT_EQ(plan.decision.steps, plan_of(corrected_room(TimeCorrection::off)).decision.steps);
    EXPECT_LT(std::abs(plan.report.dispersion.worst), 0.01 * std::abs(worst_speed_error(plan, false)));
}

TEST(TimeCorrection, AutoLeavesItWhereTheTransformIsNotExact) {
    expect_left(corrected_room(TimeCorrection::automatic, "compact-57-opt"), "count on the error of the time step");
    expect_left(corrected_room(TimeCorrection::automatic, "leggy-1"), "keep their speed");  // errs less with it
    Scene lossy = corrected_room();
    lossy.boundaries.side[4] = test::absorbing(0.2);
    expect_left(lossy, "walls with losses");
    Scene block = corrected_room();
    block.solids = {{"block", {16 * cell, 0, 0}, {20 * cell, 4 * cell, 4 * cell}, test::absorbing(0.2)}};
    expect_left(block, "walls with losses");
    Scene averaged = corrected_room();
    averaged.sources[0].time_filter = TimeFilter::on;
    expect_left(averaged, "time_filter");
    Scene impulses = corrected_room();
    impulses.sources[0].signal.kind = SignalKind::impulse;
    EXPECT_TRUE(plan_of(impulses).decision.time_correction.on);
    impulses.sources.push_back(impulses.sources[0]);
    impulses.sources[1].name = "later";
    impulses.sources[1].signal.delay_s = 0.01;
    expect_left(impulses, "different times");
    expect_left(corrected_room(TimeCorrection::off), "asked for");
}

TEST(TimeCorrection, OnIsRefusedWhereItWouldAddAnError) {
    EXPECT_THAT(faults_of(corrected_room(TimeCorrection::on, "compact-123-me6")),
                Contains(HasSubstr("outputs.traces.time_correction: the weights of compact-123-me6")));
    EXPECT_THAT(faults_of(corrected_room(TimeCorrection::on, "compact-27-iwb")),
                Contains(HasSubstr("the weights of compact-27-iwb count on the error of the time step")));
    Scene averaged = corrected_room(TimeCorrection::on);
    averaged.sources[0].time_filter = TimeFilter::on;
    EXPECT_THAT(faults_of(averaged), Contains(HasSubstr("a source is averaged")));
    EXPECT_TRUE(faults_of(corrected_room(TimeCorrection::on, "leggy-1")).empty());
}

TEST(TimeCorrection, OnBesideWallsWithLossesIsWarnedOf) {
    Scene lossy = corrected_room(TimeCorrection::on);
    lossy.boundaries.side[4] = test::absorbing(0.2);

    const Plan plan = plan_of(lossy);

    EXPECT_TRUE(plan.decision.time_correction.on);
    const double phi = std::asin(std::numbers::pi * plan.report.dispersion.frequency_hz * plan.decision.time_step_s);
    EXPECT_THAT(plan.report.warnings,
                Contains(HasSubstr(fmt::format("{:.2g} % larger", 100 * (1 / std::cos(phi) - 1)))));
}

/// Walls at the vertices are fitted to corrected traces: their admittance does not act as a larger one.
TEST(TimeCorrection, AutoRemovesItBesideWallsAtTheVertices) {
    Scene lossy = corrected_room();
    lossy.boundaries.side[4] = test::absorbing(0.2);
    lossy.boundaries.side[1] = test::absorbing(0.05);
    lossy.grid.points_per_wavelength = 8;
    lossy.boundaries.walls = WallForm::vertex;
    const Plan on = plan_of(lossy);
    EXPECT_TRUE(on.decision.time_correction.on) << on.report.time_correction_reason;
    EXPECT_THAT(on.report.time_correction_reason, HasSubstr("keep their speed"));
    ASSERT_EQ(on.report.wall_losses.size(), 2U);
    for (const WallLoss& loss : on.report.wall_losses) {
        EXPECT_LE(std::abs(loss.random_absorption), 0.005) << loss.surface;
        EXPECT_LE(std::abs(loss.random_reverberation), 0.005) << loss.surface;
    }
    lossy.outputs.traces.time_correction = TimeCorrection::on;
    EXPECT_THAT(plan_of(lossy).report.warnings, Not(Contains(HasSubstr("larger at"))));
    lossy.outputs.traces.time_correction = TimeCorrection::off;
    const Plan off = plan_of(lossy);
    const auto& fitted = common_part(on.problem).walls.ports.law.front().branches;
    const auto& in_steps = common_part(off.problem).walls.ports.law.front().branches;
    EXPECT_NE(fitted[1].resistance, in_steps[1].resistance);
    for (const PortBranch& branch : fitted) EXPECT_GT(branch.resistance, 0);
}

TEST(TimeCorrection, TracesAreThoseOfTheDurationAndThePeakIsTheirs) {
    const Plan plan = plan_of(corrected_room());
    MemoryRecorder recorder;

    const RunReport report = test::run(plan, recorder);

    EXPECT_EQ(std::ssize(recorder.samples), 2 * plan.decision.steps);
    EXPECT_EQ(report.steps_done, plan.decision.steps);
    EXPECT_EQ(report.steps_run, plan.decision.steps_run());
    double peak = 0;
    for (const double p : recorder.samples) peak = std::max(peak, std::abs(p));
    EXPECT_EQ(report.peak_pa, peak);
}

/// Five traces, each unlike the others, in groups of 2, 3 and 8: all are what the transform makes of them alone.
TEST(TimeCorrection, CorrectsEveryTraceInWhateverGroups) {
    Scene scene = corrected_room();
    for (const char* name : {"c", "d", "e"}) scene.receivers.push_back(test::receiver(name, {cell, cell, 2 * cell}));
    const Plan plan = plan_of(scene);
    const std::int64_t recorded = plan.decision.steps_run(), left = plan.decision.steps;
    ASSERT_GT(recorded, left);
    const TimeDispersion transform(TimeDispersion::Transform::remove, recorded, left);
    std::vector<double> samples(static_cast<std::size_t>(5 * recorded)), expected(static_cast<std::size_t>(5 * left));
    double peak = 0;
    for (std::size_t r = 0; r < 5; ++r) {
        std::vector<double> trace;
        for (std::int64_t n = 0; n < recorded; ++n) {
            const double late = static_cast<double>(n) - 40 - 9 * static_cast<double>(r);
            trace.push_back(static_cast<double>(r + 1) * std::exp(-late * late / 90));
            samples[static_cast<std::size_t>(5 * n) + r] = trace.back();
        }
        const std::vector<double> corrected = transform(trace);
        ASSERT_EQ(std::ssize(corrected), left);
        for (std::size_t n = 0; n < corrected.size(); ++n) {
            expected[5 * n + r] = corrected[n];
            peak = std::max(peak, std::abs(corrected[n]));
        }
    }
    const std::int64_t of_transform = TimeDispersion::bytes(TimeDispersion::Transform::remove, recorded, left);
    for (const std::int64_t at_once : {2, 3, 8}) {
        std::vector<double> traces = samples;
        EXPECT_EQ(TraceCorrection(plan, at_once)(traces), peak) << at_once;
        EXPECT_EQ(traces, expected) << at_once;
        EXPECT_EQ(TraceCorrection::bytes(plan, at_once),
                  of_transform + std::min<std::int64_t>(at_once, 5) * recorded * 8);
    }
}

/// Stops after some calls of the recorder.
class StoppingRecorder final : public MemoryRecorder {
  public:
    std::atomic<bool> stop = false;
    void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) override {
        MemoryRecorder::traces(first_step, steps, values);
        if (first_step + steps >= 150) stop = true;
    }
};

TEST(TimeCorrection, AStoppedRunKeepsWhatIsTrue) {
    const Plan plan = plan_of(corrected_room());
    MemoryRecorder whole;
    test::run(plan, whole);
    double peak = 0;
    for (const double p : whole.samples) peak = std::max(peak, std::abs(p));
    StoppingRecorder stopped;
    RunControl control;
    control.stop = &stopped.stop;
    control.backend.threads = 1;
    control.report_interval_s = 0;

    const RunReport report = simulate(plan, stopped, control);

    EXPECT_TRUE(report.stopped);
    EXPECT_EQ(report.steps_done, steps_before_cut(report.steps_run));
    EXPECT_GT(report.steps_done, 80);
    ASSERT_EQ(std::ssize(stopped.samples), 2 * report.steps_done);
    for (std::size_t i = 0; i < stopped.samples.size(); ++i)
        ASSERT_NEAR(stopped.samples[i], whole.samples[i], 1e-6 * peak) << "sample " << i;
}

TEST(TimeCorrection, SnapshotsKeepTheErrorAndTheBudgetSaysIt) {
    Scene scene = corrected_room();
    scene.outputs.snapshots.emplace().every_s = 0.02;
    const Plan plan = plan_of(scene);

    EXPECT_EQ(error_budget(plan).snapshot_speed_error, worst_speed_error(plan, false));
    EXPECT_THAT(describe(error_budget(plan)), Contains(HasSubstr("in snapshots, which keep the error")));
    scene.outputs.traces.time_correction = TimeCorrection::off;
    EXPECT_EQ(error_budget(plan_of(scene)).snapshot_speed_error, 0);
}

}  // namespace
}  // namespace wavesim
