// SPDX-License-Identifier: MIT
// A writer that is saved in the middle of a run: another one goes on with its state and leaves the same files.
#include <gmock/gmock.h>

#include "io/result/reader.hpp"
#include "io/whole_run.hpp"
#include "stencils/problem/memory_state.hpp"

namespace wavesim {
namespace {

using test::MemoryState;
using testing::HasSubstr;

/// Samples and snapshots of steps [from, to), all different; a snapshot comes after the step before it.
void record(ResultWriter& writer, const Plan& plan, std::int64_t from, std::int64_t to) {
    const PlannedSnapshots& snapshots = *plan.decision.snapshots;
    for (std::int64_t n = from; n < to; ++n) {
        const auto x = static_cast<double>(n);
        writer.traces(n, 1, std::vector<double>{0.01 * x, 0.5 - 0.03 * x});
        const std::int64_t index = snapshots.taken_before(n + 1);
        if (index == snapshots.count || snapshots.step_of(index) != n + 1) continue;
        std::vector<double> plane(static_cast<std::size_t>(snapshots.box.extent().nodes()));
        for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = (x + 1) * std::sin(static_cast<double>(i) + x);
        writer.snapshot(index, n + 1, plane);
    }
}

void finish(ResultWriter& writer, const Plan& plan) {
    RunReport report;
    report.steps_done = plan.decision.steps;
    EXPECT_TRUE(writer.finish(report, "done\n", true));
}

/// What the log says of the colours of the pictures.
std::string colour_line(const fs::path& folder) {
    const std::string log = file_bytes(folder / "log.txt");
    const std::size_t at = log.find("pictures: darkest colour = ");
    EXPECT_NE(at, std::string::npos);
    return log.substr(at, log.find('\n', at) - at);
}

TEST(ResultFolderState, AnotherWriterLeavesTheSameFiles) {
    const Plan plan = plan_with_outputs();
    const TemporaryFolder whole;
    ResultWriter straight(whole.path(), plan, Takeover::same_program);
    record(straight, plan, 0, plan.decision.steps);
    finish(straight, plan);
    for (const std::int64_t step : {0, 1, 4, 5, 8}) {
        SCOPED_TRACE(step);
        const TemporaryFolder cut;
        const TemporaryFolder resumed;
        ResultWriter before(cut.path(), plan, Takeover::same_program);
        record(before, plan, 0, step);
        MemoryState state;
        before.save(state);
        ResultWriter after(resumed.path(), plan, Takeover::same_program);
        for (const std::string& name : all_files(cut.path()))
            if (name.ends_with(".hdf")) fs::copy_file(cut.path() / name, resumed.path() / name);
        after.load(state);
        record(after, plan, step, plan.decision.steps);
        finish(after, plan);

        EXPECT_EQ(after.files(), straight.files());
        EXPECT_EQ(all_files(resumed.path()), all_files(whole.path()));
        int same = 0;
        for (const std::string& name : all_files(whole.path())) {
            // Two hold times, and the third their hashes.
            if (name == "log.txt" || name == "result.h5" || name == "wavesim.json") continue;
            EXPECT_EQ(file_bytes(resumed.path() / name), file_bytes(whole.path() / name)) << name;
            ++same;
        }
        EXPECT_GE(same, 11);
        const ResultSummary a = read_result_summary(whole.path() / "result.h5");
        const ResultSummary b = read_result_summary(resumed.path() / "result.h5");
        for (std::size_t r = 0; r < 2; ++r) EXPECT_EQ(a.receivers.at(r).peak_pa, b.receivers.at(r).peak_pa);
        EXPECT_EQ(b.steps_done, plan.decision.steps);
        EXPECT_EQ(colour_line(resumed.path()), colour_line(whole.path()));
    }
}

std::string refusal(ResultWriter& writer, MemoryState state) {
    try {
        writer.load(state);
    } catch (const StateError& error) {
        return error.what();
    }
    return "fits";
}

TEST(ResultFolderState, RefusesWhatDoesNotFitAndStaysAsItWas) {
    const Plan plan = plan_with_outputs();
    const TemporaryFolder folder;
    const TemporaryFolder other;
    ResultWriter before(folder.path(), plan, Takeover::same_program);
    record(before, plan, 0, 5);
    MemoryState fitting;
    before.save(fitting);
    ResultWriter after(other.path(), plan, Takeover::same_program);
    EXPECT_THROW(before.load(fitting), std::logic_error) << "it has recorded something";

    for (const ArrayInfo& array : fitting.arrays()) {
        MemoryState state = fitting;
        state.erase(array.name);
        EXPECT_EQ(refusal(after, state), "the state has no array '" + array.name + "'");
    }
    MemoryState state = fitting;
    state.info("samples").shape = {9, 2};
    EXPECT_THAT(refusal(after, state), HasSubstr("9 samples per trace and 2 snapshots, more than are planned"));
    state = fitting;
    state.info("samples").shape = {2, 5};
    EXPECT_EQ(refusal(after, state),
              "array 'samples' of the state is float64 (2, 5), version 1, not float64 (2, 2), "
              "version 1");
    state = fitting;
    state.values<std::int64_t>("shot")[0] = 2;
    EXPECT_EQ(refusal(after, state), "the state is that of shot 3, not of shot 1");

    EXPECT_TRUE(after.samples().empty());
    EXPECT_TRUE(after.files().empty());
    EXPECT_EQ(refusal(after, fitting), "fits");
    EXPECT_EQ(after.samples(), before.samples());
}

}  // namespace
}  // namespace wavesim
