// SPDX-License-Identifier: MIT
#include "io/result_file.hpp"

#include <gmock/gmock.h>

#include "io/python_script.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

/// Traces 0.5 n and -0.25 n over eight steps, and everything else that a result can hold.
void write_example(const std::filesystem::path& file, const Plan& plan) {
    std::vector<double> samples;
    std::vector<double> exact;
    for (int n = 0; n < 8; ++n) {
        samples.insert(samples.end(), {0.5 * n, -0.25 * n});
        exact.insert(exact.end(), {0.0, n == 3 ? 7.0 : 1.0});
    }
    RunReport report;
    report.steps_done = 8;
    report.peak_pa = 1.5;
    report.backend = "cpu";
    report.isa = "x86-64-v3";
    write_result_file(file, {plan,
                             samples,
                             report,
                             "took 1 s\n",
                             true,
                             ResultComparison{"shoebox", exact, {0.01, 0.02}},
                             {{"audio/a.wav", 2.0}, {"audio/b.wav", 2.0}}});
}

TEST(ResultFile, IsReadInPython) {
    const TemporaryFolder folder;
    Plan plan = small_plan();
    plan.scene.outputs.traces.wav_rate_hz = 48000;

    write_example(folder.path() / "result.h5", plan);

    EXPECT_EQ(run_python("read_result.py", quoted(folder.path() / "result.h5")), 0);
}

TEST(ResultFile, HasTheSameBytesForTheSameContent) {
    const TemporaryFolder folder;
    const Plan plan = small_plan();

    write_example(folder.path() / "a.h5", plan);
    write_example(folder.path() / "b.h5", plan);

    EXPECT_EQ(file_bytes(folder.path() / "a.h5"), file_bytes(folder.path() / "b.h5"));
}

TEST(ResultFile, SurvivesNoReceiversAndNoSteps) {
    const TemporaryFolder folder;
    Plan plan = small_plan();

    EXPECT_NO_THROW(write_result_file(folder.path() / "none.h5", {plan, {}, RunReport{}, "", false, std::nullopt, {}}));
    plan.scene.receivers.clear();
    EXPECT_NO_THROW(write_result_file(folder.path() / "none.h5", {plan, {}, RunReport{}, "", false, std::nullopt, {}}));
}

}  // namespace
}  // namespace wavesim
