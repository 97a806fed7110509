// SPDX-License-Identifier: MIT
#include "io/result/result_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "io/example_result.hpp"
#include "io/hdf5_reader.hpp"
#include "io/python_script.hpp"
#include "io/result/result_folder.hpp"
#include "io/whole_run.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/signal/time_dispersion.hpp"

namespace wavesim {
namespace {

TEST(ResultFile, IsReadInPython) {
    const TemporaryFolder folder;
    Plan plan = small_plan();
    plan.scene.outputs.traces.wav_rate_hz = 48000;

    write_example_result(folder.path() / "result.h5", plan);

    EXPECT_EQ(run_python("read_result.py", shell_quoted(folder.path() / "result.h5")), 0);
}

TEST(ResultFile, HasTheSameBytesForTheSameContent) {
    const TemporaryFolder folder;
    const Plan plan = small_plan();

    write_example_result(folder.path() / "a.h5", plan);
    write_example_result(folder.path() / "b.h5", plan);

    EXPECT_EQ(file_bytes(folder.path() / "a.h5"), file_bytes(folder.path() / "b.h5"));
}

TEST(ResultFile, SurvivesNoReceiversAndNoSteps) {
    const TemporaryFolder folder;
    Plan plan = small_plan();

    EXPECT_NO_THROW(write_result_file(
        folder.path() / "none.h5",
        {plan, RecordedTraces({}, plan.scene.receivers.size()), RunReport{}, "", false, std::nullopt, {}}));
    plan.scene.receivers.clear();
    EXPECT_NO_THROW(write_result_file(
        folder.path() / "none.h5",
        {plan, RecordedTraces({}, plan.scene.receivers.size()), RunReport{}, "", false, std::nullopt, {}}));
}

/// A plan whose traces are corrected, and a tone that a run of it records, steps beyond the end included.
struct CorrectedRun {
    Plan plan = small_plan();
    std::vector<double> recorded;

    CorrectedRun() {
        plan.decision.steps = 100;
        plan.decision.time_correction = {true, steps_beyond(100)};
        for (std::int64_t n = 0; n < 2 * plan.decision.steps_run(); ++n)
            recorded.push_back(std::sin(0.1 * static_cast<double>(n)));
    }
    std::vector<double> corrected() const {
        std::vector<double> samples = recorded;
        const TraceCorrection correction(plan);
        correction(samples);
        return samples;
    }
    /// What a folder must hold and say.
    void expect(const fs::path& folder, const std::vector<double>& samples, const std::string& correction) const {
        const Hdf5Reader file(folder / "result.h5");
        const auto steps = static_cast<std::int64_t>(samples.size()) / 2;
        ASSERT_EQ(file.shape("/traces/pressure"), (std::vector<std::int64_t>{1, 2, steps}));
        const auto stored = file.block("/traces/pressure", {0, 1, 0}, {1, 1, steps});
        for (std::size_t n = 0; n < stored.size(); ++n) EXPECT_EQ(stored[n], samples[2 * n + 1]);
        EXPECT_THAT(file.strings("/report/json").at(0),
                    ::testing::HasSubstr("\"time_correction\": \"" + correction + '"'));
    }
};

TEST(ResultFile, TracesAreCorrectedOnceAndSayIt) {
    const TemporaryFolder folder;
    const CorrectedRun run;
    for (const bool ended : {true, false})
        for (const bool finished : {true, false}) {
            const fs::path into = folder.path() / fmt::format("{}{}", ended, finished);
            ResultWriter writer(into, run.plan, Takeover::same_program);
            writer.traces(0, run.plan.decision.steps_run(), run.recorded);
            if (ended || finished) writer.correct_traces(TraceCorrection(run.plan));
            if (finished)
                EXPECT_TRUE(writer.finish({}, "done", true));
            else
                writer.give_up();
            run.expect(into, run.corrected(), "on");
        }
}

TEST(ResultFile, TracesOfAnUnstableRunStayAsTheyAre) {
    const TemporaryFolder folder;
    const CorrectedRun run;
    RunReport report;
    report.unstable = true;
    ResultWriter writer(folder.path() / "r", run.plan, Takeover::same_program);
    writer.traces(0, run.plan.decision.steps_run(), run.recorded);

    writer.finish(report, "not stable", false);

    run.expect(folder.path() / "r", {run.recorded.begin(), run.recorded.begin() + 2 * 99}, "off");
}

}  // namespace
}  // namespace wavesim
