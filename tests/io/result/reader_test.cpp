// SPDX-License-Identifier: MIT
#include "io/result/reader.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "io/atomic_file.hpp"
#include "io/example_result.hpp"
#include "io/python_script.hpp"

namespace wavesim {
namespace {

TEST(ResultReader, ReadsBackWhatWasWritten) {
    const TemporaryFolder folder;
    write_example_result(folder.path() / "result.h5", small_plan());

    const ResultSummary summary = read_result_summary(folder.path() / "result.h5");

    EXPECT_EQ(summary.format_version, 1);
    EXPECT_EQ(summary.wavesim_version, wavesim_version());
    EXPECT_TRUE(summary.complete);
    EXPECT_EQ(summary.scene_name, "small room");
    EXPECT_EQ(summary.scene_hash, "0123456789abcdef");
    EXPECT_EQ(summary.backend, "cpu");
    EXPECT_EQ(summary.isa, "x86-64-v3");
    EXPECT_EQ(summary.dims, 3);
    EXPECT_EQ(summary.grid, (Extent{6, 5, 4}));
    EXPECT_DOUBLE_EQ(summary.spacing_m, 0.1);
    EXPECT_DOUBLE_EQ(summary.time_step_s, 1.0 / 8000);
    EXPECT_EQ(summary.steps, 8);
    EXPECT_EQ(summary.steps_done, 8);
    EXPECT_EQ(summary.stencil, "leggy-1");
    EXPECT_EQ(summary.walls, "explicit");
    EXPECT_EQ(summary.precision, "double");
    EXPECT_DOUBLE_EQ(summary.peak_pa, 1.5);
    EXPECT_EQ(summary.sources, std::vector<std::string>{"speaker"});
    EXPECT_EQ(summary.reference, "shoebox");
    EXPECT_EQ(summary.end_summary, "took 1 s\n");
    EXPECT_EQ(summary.scene_canonical, small_plan().scene.canonical);
    EXPECT_THAT(summary.plan_json, testing::HasSubstr("\"leggy-1\""));
    ASSERT_EQ(summary.receivers.size(), 2u);
    const ReceiverSummary& second = summary.receivers[1];
    EXPECT_EQ(second.name, "Türe");
    EXPECT_EQ(second.position_m, (Point{0.05, 0.05, 0.3}));
    EXPECT_DOUBLE_EQ(second.peak_pa, 1.75);
    EXPECT_DOUBLE_EQ(second.peak_time_s, 7.0 / 8000);
    EXPECT_DOUBLE_EQ(second.rms_pa, 0.25 * std::sqrt(140.0 / 8));
    EXPECT_EQ(second.relative_error, 0.02);
}

TEST(ResultReader, KeepsFloatRunsInSinglePrecision) {
    const TemporaryFolder folder;
    Plan plan = small_plan();
    plan.decision.shape.precision = Precision::float32;
    const std::vector<double> samples{0.1, 0.2};

    write_result_file(
        folder.path() / "result.h5",
        {plan, RecordedTraces(samples, plan.scene.receivers.size()), RunReport{}, "", false, std::nullopt, {}});

    const ResultSummary summary = read_result_summary(folder.path() / "result.h5");
    EXPECT_FALSE(summary.complete);
    EXPECT_EQ(summary.receivers[0].peak_pa, static_cast<double>(0.1f));
    EXPECT_FALSE(summary.reference);
}

/// A file from make_strange_results.py and the sentence that refuses it.
struct Strange {
    const char* name;
    const char* why;
};

TEST(ResultReader, RefusesFilesFromStrangersWithOneSentence) {
    const TemporaryFolder folder;
    const std::string base = folder.path().string();
    write_example_result(folder.path() / "good.h5", small_plan());
    ASSERT_EQ(run_python("make_strange_results.py",
                         shell_quoted(folder.path() / "good.h5") + " " + shell_quoted(folder.path())),
              0);
    const std::vector<Strange> cases{
        {"soft_link", "it has a soft or external link, which is not followed"},
        {"external_link", "it has a soft or external link, which is not followed"},
        {"external_storage", "a dataset has external storage (it reads other files)"},
        {"virtual", "a dataset is virtual (it reads other files)"},
        {"huge", "a dataset is larger than the file"},
        {"filtered",
         "the dataset 'bomb' is compressed or filtered, which is not read; `h5repack -f NONE` writes the file without"},
        {"newer", "its format version is 99, this wavesim reads version 1"},
        {"variable_text", "/report/json is not text of fixed length"},
        {"bad_json", "/plan/json is damaged"},
        {"no_plan", "/plan/json is missing or damaged"},
        {"wrong_shape", "/traces/pressure is not (shot, receiver, time)"},
        {"wrong_count", "the receivers' names, positions and traces differ in number"},
        {"number_for_text", "/plan/json is not text of fixed length"},
        {"many", "it has more than 1000 objects"},
        {"other", "it is not a wavesim result"},
        {"cut", "it is not a complete HDF5 file"},
        {"text", "it is not a complete HDF5 file"},
        {"folder", "it is not a regular file"},
        {"pipe", "it is not a regular file"},
        {"absent", "No such file or directory"},
    };
    for (const Strange& strange : cases) {
        const std::string file = base + "/" + strange.name + ".h5";
        try {
            read_result_summary(file);
            ADD_FAILURE() << strange.name << " was read";
        } catch (const EnvironmentError& error) {
            EXPECT_EQ(error.what(), "cannot read " + file + ": " + strange.why);
        }
    }
}

TEST(ResultReader, NeverCrashesOnDamagedFiles) {
    const TemporaryFolder folder;
    write_example_result(folder.path() / "good.h5", small_plan());
    const std::string good = file_bytes(folder.path() / "good.h5");
    int refused = 0;
    for (std::size_t at = 8; at < good.size(); at += 307) {
        std::string bad = good;
        for (std::size_t i = at; i < std::min(at + 4, bad.size()); ++i) bad[i] = static_cast<char>(~bad[i]);
        std::ofstream(folder.path() / "bad.h5", std::ios::binary) << bad;
        try {
            read_result_summary(folder.path() / "bad.h5");
        } catch (const EnvironmentError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace wavesim
