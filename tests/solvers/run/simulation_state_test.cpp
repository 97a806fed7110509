// SPDX-License-Identifier: MIT
// A run that is saved at some step and goes on in another simulation ends as if nothing had been.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "physics/scene_builder.hpp"
#include "solvers/run/simulation.hpp"
#include "stencils/problem/memory_state.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::MemoryRecorder;
using test::MemoryState;
using test::plan_of;
using test::small_room;
using testing::HasSubstr;

/// One step at a time, each with a look at the field; or parts of any length without looks.
RunControl one_by_one() {
    RunControl control;
    control.backend.threads = 1;
    control.report_interval_s = 0;
    return control;
}
RunControl in_long_parts() {
    RunControl control = one_by_one();
    control.report_interval_s = 100;
    return control;
}

/// Walls with losses and pictures of a plane.
Plan plan_with_snapshots() {
    Scene scene = small_room("leggy-2");
    scene.boundaries.side.fill(test::absorbing(0.3));
    scene.outputs.snapshots = SnapshotOutput{0.004, SnapshotOutput::Plane{2, 7.5 * cell}, 1, false, true};
    return plan_of(scene, Precision::float32);
}

/// Both ends of a run that is saved at a step, and its state.
struct CutRun {
    MemoryRecorder before, after;
    MemoryState state;
    RunReport report;
};
void cut(CutRun& run, const Plan& plan, std::int64_t step, const RunControl& control = one_by_one()) {
    Simulation first(plan, run.before, control);
    while (first.step() < step) first.advance();
    first.save(run.state);
    Simulation second(plan, run.after, in_long_parts());
    second.load(run.state);
    EXPECT_EQ(second.step(), step);
    while (!second.complete()) second.advance();
    run.report = second.end();
}

/// What the recorders of both parts received.
MemoryRecorder joined(const CutRun& run) {
    MemoryRecorder all = run.before;
    all.samples.insert(all.samples.end(), run.after.samples.begin(), run.after.samples.end());
    all.snapshots.insert(all.snapshots.end(), run.after.snapshots.begin(), run.after.snapshots.end());
    return all;
}

void expect_equal_snapshots(const MemoryRecorder& a, const MemoryRecorder& b) {
    ASSERT_EQ(a.snapshots.size(), b.snapshots.size());
    for (std::size_t i = 0; i < a.snapshots.size(); ++i) {
        EXPECT_EQ(a.snapshots[i].index, b.snapshots[i].index);
        EXPECT_EQ(a.snapshots[i].step, b.snapshots[i].step);
        EXPECT_EQ(a.snapshots[i].values, b.snapshots[i].values);
    }
}

TEST(SimulationState, GoesOnAsIfNothingHadBeen) {
    const Plan plan = plan_with_snapshots();
    MemoryRecorder whole;
    const RunReport report = simulate(plan, whole, in_long_parts());
    const std::int64_t first_snapshot = plan.decision.snapshots->step_of(0);
    for (const std::int64_t step : {std::int64_t{1}, first_snapshot - 1, first_snapshot, first_snapshot + 1,
                                    plan.decision.steps / 2 + 1, plan.decision.steps - 1, plan.decision.steps}) {
        SCOPED_TRACE(step);
        CutRun run;
        cut(run, plan, step);

        EXPECT_EQ(joined(run).samples, whole.samples);
        EXPECT_EQ(run.after.samples_before, 2 * step) << "the recorder has its part of the state";
        expect_equal_snapshots(joined(run), whole);
        EXPECT_EQ(run.report.peak_pa, report.peak_pa);
        EXPECT_EQ(run.report.steps_done, plan.decision.steps);
        EXPECT_FALSE(run.report.stopped);
    }
}

/// Without a look at the field in between, which would hand it over.
TEST(SimulationState, TheSnapshotOnItsWayReachesTheRecorderFirst) {
    const Plan plan = plan_with_snapshots();
    MemoryRecorder whole;
    simulate(plan, whole, in_long_parts());
    CutRun run;
    cut(run, plan, plan.decision.snapshots->step_of(1), in_long_parts());  // no part passes a snapshot

    EXPECT_EQ(run.before.snapshots.size(), 2U);
    expect_equal_snapshots(joined(run), whole);
}

/// Times are those of both parts; the peak is that of the first one, too.
TEST(SimulationState, AddsUpWhatTheReportSums) {
    const Plan plan = plan_with_snapshots();
    CutRun run;
    cut(run, plan, plan.decision.steps);  // nothing is left to do
    const auto saved = [&run](const char* name) { return run.state.values<double>(name)[0]; };

    EXPECT_GT(saved("report/step_loop_s"), 0);
    EXPECT_GT(saved("report/peak_pa"), 0);
    EXPECT_EQ(run.report.step_loop_s, saved("report/step_loop_s"));
    EXPECT_EQ(run.report.first_step_s, saved("report/first_step_s"));
    EXPECT_EQ(run.report.peak_pa, saved("report/peak_pa"));
    EXPECT_EQ(run.report.health_s, saved("report/health_s"));
    EXPECT_GE(run.report.output_s, saved("report/output_s"));
    EXPECT_GT(run.report.setup_s, saved("report/setup_s")) << "of both backends";
    EXPECT_GT(run.report.ctpn_s, 0);
}

TEST(SimulationState, KnowsTheLastStepThatWasGood) {
    Plan plan = plan_of(small_room());
    std::vector<double>& signal = common_part(plan.problem).sources[0].signal;
    signal.resize(200);
    signal[150] = std::numeric_limits<double>::quiet_NaN();
    CutRun run;
    try {
        cut(run, plan, 140);
        FAIL() << "stable";
    } catch (const UnstableRun& error) {
        EXPECT_THAT(error.what(), HasSubstr("between steps 128 and "));
    }
}

TEST(SimulationState, ProgressReckonsWithTheStepsOfThisRun) {
    const Plan plan = plan_of(small_room());
    MemoryRecorder recorder;
    Simulation first(plan, recorder, one_by_one());
    while (first.step() < plan.decision.steps / 2) first.advance();
    MemoryState state;
    first.save(state);
    MemoryRecorder rest;
    std::vector<Progress> told;
    RunControl control = one_by_one();
    control.on_progress = [&told](const Progress& progress) { told.push_back(progress); };
    Simulation second(plan, rest, control);
    second.load(state);
    second.advance();

    ASSERT_EQ(told.size(), 1U);
    const auto left = static_cast<double>(plan.decision.steps - second.step());
    EXPECT_NEAR(told[0].eta_s, told[0].elapsed_s * left, 1e-9 * told[0].eta_s) << "one step is done here";
}

TEST(SimulationState, RefusesAStateThatDoesNotFit) {
    const Plan plan = plan_of(small_room());
    MemoryRecorder recorder;
    Simulation first(plan, recorder, one_by_one());
    while (first.step() < 7) first.advance();
    MemoryState fitting;
    first.save(fitting);
    const auto refusal = [](const Plan& other, const MemoryState& state) -> std::string {
        MemoryRecorder fresh;
        Simulation simulation(other, fresh, one_by_one());
        MemoryState source = state;
        try {
            simulation.load(source);
        } catch (const StateError& error) {
            return error.what();
        }
        return "fits";
    };
    EXPECT_EQ(refusal(plan, fitting), "fits");

    for (const ArrayInfo& array : fitting.arrays()) {
        MemoryState state = fitting;
        state.erase(array.name);
        const bool needed = array.bytes() > 0;  // backends differ in arrays without elements
        EXPECT_THAT(refusal(plan, state), needed ? HasSubstr("the state has no array") : HasSubstr("fits"))
            << array.name;
        state = fitting;
        state.info(array.name).version += 1;
        EXPECT_THAT(refusal(plan, state), HasSubstr("version 2, not ")) << array.name;
    }
    MemoryState state = fitting;
    state.add({"weather", ElementType::float64, {3}});
    EXPECT_EQ(refusal(plan, state), "the state has arrays that are no part of a simulation");
    Plan other = plan_of(test::small_room("leggy-2"), Precision::float32);
    EXPECT_THAT(refusal(other, fitting), HasSubstr("float64 (12, 16, 20), version 1, not float32 (12, 16, 20)"));
    Scene scene = small_room();
    scene.sources.push_back(scene.sources[0]);
    EXPECT_THAT(refusal(plan_of(scene), fitting), HasSubstr("array 'at_sources' of the state is float64 ("));
    other = plan;
    other.decision.steps = 6;
    EXPECT_EQ(refusal(other, fitting), "the state is that of step 7 of a run of 6");
    EXPECT_THROW(first.load(fitting), std::logic_error);
}

}  // namespace
}  // namespace wavesim
