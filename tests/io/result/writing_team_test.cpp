// SPDX-License-Identifier: MIT
// Files that threads write while a run goes on: the same bytes for any number of threads, and whole whatever fails.
#include "io/result/writing_team.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "io/result/reader.hpp"
#include "io/whole_run.hpp"
#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

/// Twelve snapshots, the loudest of which is the sixth: pictures drawn before it are drawn again.
Plan long_plan() {
    Plan plan = plan_with_outputs();
    plan.decision.steps = 24;
    plan.decision.segy->samples = 24;
    plan.decision.snapshots->count = 12;
    return plan;
}

std::vector<double> plane(std::int64_t index) {
    std::vector<double> values(30);
    const double loudness = index == 5 ? 7 : 1 + 0.01 * static_cast<double>(index);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = loudness * std::sin(static_cast<double>(i) + static_cast<double>(index));
    return values;
}

void record(ResultWriter& writer, const Plan& plan) {
    for (std::int64_t n = 0; n < plan.decision.steps; ++n)
        writer.traces(n, 1, std::vector<double>(2, 0.01 * static_cast<double>(n)));
    for (std::int64_t i = 0; i < plan.decision.snapshots->count; ++i)
        writer.snapshot(i, plan.decision.snapshots->step_of(i), plane(i));
}

RunReport whole_report(const Plan& plan) {
    RunReport report;
    report.steps_done = plan.decision.steps;
    return report;
}

TEST(WritingTeam, AnyNumberOfThreadsWritesTheSameBytes) {
    const Plan on_cpu = long_plan();
    Plan on_gpu = on_cpu;
    on_gpu.forecast.memory.device = 1;  // pictures are drawn ahead
    const TemporaryFolder one;
    {
        ResultWriter writer(one.path(), on_cpu, Takeover::same_program, 1);
        record(writer, on_cpu);
        EXPECT_TRUE(writer.finish(whole_report(on_cpu), "done\n", true));
        EXPECT_GT(writer.effort().disk_s, 0);
        EXPECT_GT(writer.effort().encoding_s, 0);
    }
    for (const Plan* plan : {&on_cpu, static_cast<const Plan*>(&on_gpu)})
        for (const int threads : {1, 4}) {
            SCOPED_TRACE(threads);
            const TemporaryFolder other;
            ResultWriter writer(other.path(), *plan, Takeover::same_program, threads);
            record(writer, *plan);
            EXPECT_TRUE(writer.finish(whole_report(*plan), "done\n", true));

            EXPECT_EQ(all_files(other.path()), all_files(one.path()));
            for (const std::string& name : all_files(one.path()))
                // Two hold times and the plan, and the third their hashes.
                if (name != "log.txt" && name != "result.h5" && name != "wavesim.json") {
                    EXPECT_TRUE(file_bytes(other.path() / name) == file_bytes(one.path() / name)) << name;
                }
            EXPECT_THAT(file_bytes(other.path() / "log.txt"), HasSubstr("pictures: darkest colour = 6.9"));
        }
}

/// The fourth snapshot cannot be written: the run ends, the index names those that stand there whole, all others of
/// which are gone.
TEST(WritingTeam, AFailureKeepsWhatIsWhole) {
    const Plan plan = long_plan();
    for (const int threads : {1, 4}) {
        SCOPED_TRACE(threads);
        const TemporaryFolder temporary;
        const fs::path folder = temporary.path() / "r";
        ResultWriter writer(folder, plan, Takeover::same_program, threads);
        fs::create_directories(folder / "snapshots/pressure_000003.hdf.tmp/in the way");
        try {
            record(writer, plan);
            writer.finish(whole_report(plan), "done\n", true);
            ADD_FAILURE() << "the failure is lost";
        } catch (const EnvironmentError& error) {
            EXPECT_THAT(error.what(), HasSubstr("snapshots/pressure_000003.hdf"));
        }
        const std::string kept = writer.give_up();

        const std::string index = file_bytes(folder / "snapshots/pressure.hdf.series");
        std::int64_t whole = 0;
        for (std::int64_t i = 0; i < 12; ++i) {
            const std::string name = "pressure_0000" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".hdf";
            const bool there = fs::exists(folder / "snapshots" / name);
            EXPECT_EQ(index.find('"' + name + '"') != std::string::npos, there) << name;
            whole += there;
        }
        EXPECT_GE(whole, 3);
        EXPECT_LT(whole, 12);
        EXPECT_THAT(kept, HasSubstr(" and " + std::to_string(whole) + " snapshots"));
        EXPECT_FALSE(read_result_summary(folder / "result.h5").complete);
    }
}

TEST(WritingTeam, CopiesOfSnapshotsAreBounded) {
    Plan plan = long_plan();
    plan.decision.snapshots->count = 40;
    EXPECT_EQ(snapshot_copies(plan, 1), 2);
    EXPECT_EQ(snapshot_copies(plan, 8), 9);
    EXPECT_EQ(snapshot_copies(plan, 1000), 17);
    plan.decision.snapshots->count = 1;
    EXPECT_EQ(snapshot_copies(plan, 8), 1);
    plan.decision.snapshots->count = 40;
    plan.decision.snapshots->box = {{0, 0, 0}, {1024, 1024, 1}, 1};
    EXPECT_EQ(snapshot_copies(plan, 8), 4);  // of 8 MiB
    plan.decision.snapshots->box = {{0, 0, 0}, {1024, 1024, 5}, 1};
    EXPECT_EQ(snapshot_copies(plan, 8), 0);
    plan.scene.outputs.snapshots->vtk = false;
    EXPECT_EQ(snapshot_copies(plan, 8), 0);
}

/// Large snapshots are not copied: who hands them over writes them.
TEST(WritingTeam, LargeSnapshotsAreWrittenAtOnce) {
    Plan plan = small_plan();
    plan.scene.outputs.snapshots = SnapshotOutput{.every_s = 0.00025, .plane = {}, .png = false};
    plan.decision.shape.extent = {170, 170, 170};
    plan.decision.snapshots = PlannedSnapshots{{{0, 0, 0}, {170, 170, 170}, 1}, 2, 4};
    ASSERT_EQ(snapshot_copies(plan, 4), 0);
    const TemporaryFolder temporary;
    ResultWriter writer(temporary.path() / "r", plan, Takeover::same_program, 4);

    writer.snapshot(0, 2, std::vector<double>(170 * 170 * 170, 0.5));

    EXPECT_TRUE(fs::exists(temporary.path() / "r/snapshots/pressure_000000.hdf"));
}

}  // namespace
}  // namespace wavesim
