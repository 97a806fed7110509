// SPDX-License-Identifier: MIT
#include "io/result/result_file.hpp"

#include <gmock/gmock.h>

#include "io/example_result.hpp"
#include "io/python_script.hpp"

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

}  // namespace
}  // namespace wavesim
