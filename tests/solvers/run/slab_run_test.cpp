// SPDX-License-Identifier: MIT
// A whole run whose grid several devices share, with CPU backends as devices: traces, snapshots, checkpoints.
#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/run/simulation.hpp"
#include "stencils/problem/memory_state.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::MemoryRecorder;
using test::MemoryState;

RunControl control() {
    RunControl control;
    control.backend.threads = 1;
    return control;
}

/// Walls with losses, snapshots of a slice across all cuts, layers at one side.
Scene room_with_snapshots() {
    Scene scene = test::small_room("leggy-2");
    scene.size_m.z = 40 * cell;
    scene.duration_s = 0.05;
    scene.boundaries.side.fill(test::absorbing(0.3));
    scene.solids = {{"cupboard", {4 * cell, 2 * cell, 15 * cell}, {9 * cell, 6 * cell, 24 * cell}, {}}};
    scene.receivers.push_back(test::receiver("far", {6 * cell, 3 * cell, 33 * cell}));
    scene.outputs.snapshots = SnapshotOutput{0.004, SnapshotOutput::Plane{1, 7.5 * cell}, 1, false, true};
    return scene;
}

/// The same plan on the CPU, its grid among so many devices; 1: one backend.
Plan shared(const Scene& scene, std::int64_t devices) {
    PlanOptions options;
    options.backend = "cpu";
    Plan plan = make_plan(scene, test::small_machine(), options);
    if (devices > 1) plan.decision.slabs = plan_of(cut_slabs(common_part(plan.problem), devices));
    EXPECT_EQ(plan.decision.slabs.any(), devices > 1);
    return plan;
}

void expect_equal(const MemoryRecorder& a, const MemoryRecorder& b) {
    EXPECT_EQ(a.samples, b.samples);
    ASSERT_EQ(a.snapshots.size(), b.snapshots.size());
    ASSERT_FALSE(a.snapshots.empty());
    for (std::size_t i = 0; i < a.snapshots.size(); ++i) {
        EXPECT_EQ(a.snapshots[i].step, b.snapshots[i].step);
        EXPECT_EQ(a.snapshots[i].values, b.snapshots[i].values) << i;
    }
}

TEST(SlabRun, RecordsWhatOneDeviceRecords) {
    const Scene scene = room_with_snapshots();
    MemoryRecorder alone;
    const RunReport report = simulate(shared(scene, 1), alone, control());
    EXPECT_GT(report.peak_pa, 0);
    for (const std::int64_t devices : {2, 3, 5}) {
        SCOPED_TRACE(devices);
        MemoryRecorder recorder;
        const RunReport own = simulate(shared(scene, devices), recorder, control());
        expect_equal(recorder, alone);
        EXPECT_EQ(own.peak_pa, report.peak_pa);
        EXPECT_EQ(own.steps_done, report.steps_done);
        EXPECT_GT(own.step_loop_s, 0);
    }
}

/// Saved with so many devices at an odd step, it goes on with as many others.
TEST(SlabRun, GoesOnWithAnotherNumberOfDevices) {
    const Scene scene = room_with_snapshots();
    MemoryRecorder whole;
    simulate(shared(scene, 1), whole, control());
    for (const auto& [before, after] : {std::pair{3, 2}, {2, 1}, {1, 4}, {4, 3}}) {
        SCOPED_TRACE(std::to_string(before) + " then " + std::to_string(after));
        const Plan first_plan = shared(scene, before), second_plan = shared(scene, after);
        MemoryRecorder recorder;
        MemoryState state;
        RunControl one_by_one = control();
        one_by_one.report_interval_s = 0;
        Simulation first(first_plan, recorder, one_by_one);
        while (first.step() < 31) first.advance();
        first.save(state);
        MemoryRecorder rest;
        RunControl resumed = control();
        resumed.states.first = &state;
        simulate(second_plan, rest, resumed);
        recorder.samples.insert(recorder.samples.end(), rest.samples.begin(), rest.samples.end());
        recorder.snapshots.insert(recorder.snapshots.end(), rest.snapshots.begin(), rest.snapshots.end());
        expect_equal(recorder, whole);
    }
}

}  // namespace
}  // namespace wavesim
