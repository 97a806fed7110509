// SPDX-License-Identifier: MIT
#include "io/result/result_folder.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>

#include <set>

#include "io/atomic_file.hpp"
#include "io/result/manifest.hpp"
#include "io/result/reader.hpp"
#include "io/whole_run.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

std::string refusal(const fs::path& folder, const Plan& plan, bool force) {
    try {
        const ResultWriter writer(folder, plan, force ? Takeover::nothing : Takeover::same_program);
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::io);
        return error.what();
    }
    return {};
}

TEST(ResultFolder, ListsWhatItWrote) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();
    const fs::path folder = temporary.path() / "a" / "b";

    write_run(folder, plan, false);

    const std::set<std::string> expected{"audio/T\xc3\xbcre.wav",
                                         "audio/seat_1.wav",
                                         "log.txt",
                                         "pictures/gather.png",
                                         "pictures/pressure_000000.png",
                                         "pictures/pressure_000001.png",
                                         "pictures/pressure_000002.png",
                                         "pictures/pressure_000003.png",
                                         "result.h5",
                                         "snapshots/pressure.hdf.series",
                                         "snapshots/pressure.xdmf",
                                         "snapshots/pressure_000000.hdf",
                                         "snapshots/pressure_000001.hdf",
                                         "snapshots/pressure_000002.hdf",
                                         "snapshots/pressure_000003.hdf",
                                         "traces.sgy",
                                         "wavesim.json"};
    EXPECT_EQ(all_files(folder), expected);
}

/// A stop while the files are written leaves out the rest of them.
TEST(ResultFolder, StopsBetweenFiles) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = plan_with_outputs();
    const std::atomic<bool> stop{true};

    EXPECT_FALSE(write_run(folder, plan, false, {.stop = &stop}));

    const std::set<std::string> files = all_files(folder);
    EXPECT_TRUE(files.contains("result.h5") && files.contains("log.txt"));
    for (const std::string& name : files)
        EXPECT_FALSE(name.ends_with(".wav") || name.ends_with("pressure_000000.png")) << name;
    EXPECT_FALSE(read_result_summary(folder / "result.h5").complete);
    EXPECT_EQ(read_manifest(folder)->state, ResultManifest::State::incomplete);
}

/// A run that was stopped before writes what it recorded, all of it.
TEST(ResultFolder, StoppedRunWritesEveryFile) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();
    const std::atomic<bool> stop{true};
    write_run(temporary.path() / "whole", plan, false);

    write_run(temporary.path() / "r", plan, false, {.complete = false, .stopped = true, .stop = &stop});

    EXPECT_EQ(all_files(temporary.path() / "r"), all_files(temporary.path() / "whole"));
}

/// What takes long may come between the traces and the end.
TEST(ResultFolder, KeepsTracesBeforeItIsFinished) {
    const TemporaryFolder temporary;
    const fs::path file = temporary.path() / "r" / "result.h5";
    const Plan plan = small_plan();
    const auto receivers = plan.scene.receivers.size();
    ResultWriter writer(file.parent_path(), plan, Takeover::same_program);
    writer.traces(0, 1, std::vector<double>(receivers, 1.0));
    RunReport report;
    report.steps_done = 1;

    EXPECT_TRUE(writer.keep(report, "kept\n"));
    const ResultSummary kept = read_result_summary(file);
    writer.compare_with({"shoebox", std::vector<double>(receivers, 1.0), std::vector<double>(receivers, 0.25)});
    EXPECT_TRUE(writer.finish(report, "done\n", true));
    const ResultSummary whole = read_result_summary(file);

    EXPECT_FALSE(kept.complete);
    EXPECT_EQ(kept.steps_done, 1);
    EXPECT_FALSE(kept.reference.has_value());
    EXPECT_TRUE(whole.complete);
    EXPECT_EQ(whole.reference, "shoebox");
    EXPECT_EQ(writer.files(), (std::vector<std::string>{"result.h5", "log.txt"}));
}

/// Nothing new can be written: a folder is in the way of every temporary.
TEST(ResultFolder, MarksTheFolderIncompleteInPlaceWhereTheDiskIsFull) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = small_plan();
    ResultWriter writer(folder, plan, Takeover::same_program);
    writer.traces(0, 1, std::vector<double>(plan.scene.receivers.size(), 1.0));
    for (const char* name : {"wavesim.json.tmp", "result.h5.tmp"}) fs::create_directories(folder / name / "full");
    ASSERT_EQ(read_manifest(folder)->state, ResultManifest::State::running);

    EXPECT_EQ(writer.give_up(), "nothing could be kept in " + folder.string());

    EXPECT_EQ(read_manifest(folder)->state, ResultManifest::State::incomplete);
    EXPECT_EQ(read_manifest(folder)->files,
              (std::vector<std::string>{"result.h5", "log.txt", "checkpoint_1.state", "checkpoint_2.state"}));
}

/// Whichever of the other files cannot be written: the result is not complete, keeps its traces, and a new run may
/// replace it.
TEST(ResultFolder, SaysCompleteOnlyWhenEveryOtherFileIsThere) {
    const Plan plan = plan_with_outputs();
    const TemporaryFolder whole;
    write_run(whole.path() / "r", plan, false);
    int tried = 0;
    for (const std::string& name : all_files(whole.path() / "r")) {
        if (name == "result.h5" || name == manifest_name || name.starts_with("snapshots/pressure_")) continue;
        const TemporaryFolder temporary;
        const fs::path folder = temporary.path() / "r";
        {
            ResultWriter writer(folder, plan, Takeover::same_program);
            const auto receivers = plan.scene.receivers.size();
            writer.traces(0, 3, std::vector<double>(3 * receivers, 1.0));
            for (std::int64_t i = 0; i < plan.decision.snapshots->count; ++i)
                writer.snapshot(i, plan.decision.snapshots->step_of(i), std::vector<double>(30, 0.5));
            fs::create_directories(folder / (name + ".tmp") / "in the way");
            RunReport report;
            report.steps_done = 3;
            EXPECT_THROW(writer.finish(report, "done\n", true), EnvironmentError) << name;
            EXPECT_THAT(writer.give_up(), HasSubstr("keeps result.h5 (3 recorded steps)")) << name;
        }
        EXPECT_FALSE(read_result_summary(folder / "result.h5").complete) << name;
        EXPECT_EQ(read_result_summary(folder / "result.h5").steps_done, 3) << name;
        EXPECT_EQ(inspect_folder(folder, plan.scene.hash), FolderState::same_scene_incomplete) << name;
        fs::remove_all(folder / (name + ".tmp"));
        write_run(folder, plan, false);
        EXPECT_EQ(all_files(folder), all_files(whole.path() / "r")) << name;
        ++tried;
    }
    EXPECT_GE(tried, 5);
}

TEST(ResultFolder, SaysWhatItKeeps) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    Plan plan = plan_with_outputs();
    plan.decision.backend = "cpu";
    plan.decision.regions = {{{"inner", {}, 1, "cpu"}, "x86-64-v3", ""}};
    ResultWriter writer(folder, plan, Takeover::same_program);
    writer.traces(0, 3, std::vector<double>(3 * plan.scene.receivers.size(), -2.0));
    writer.snapshot(0, 2, std::vector<double>(30, 0.5));

    EXPECT_EQ(writer.give_up(), folder.string() + " keeps result.h5 (3 recorded steps) and 1 snapshot");

    const ResultSummary kept = read_result_summary(folder / "result.h5");
    EXPECT_FALSE(kept.complete);
    EXPECT_EQ(kept.backend, "cpu");
    EXPECT_EQ(kept.isa, "x86-64-v3");
    EXPECT_EQ(kept.peak_pa, 2);
}

TEST(ResultFolder, StatesAreToldApart) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = small_plan();
    const std::string hash = plan.scene.hash;

    EXPECT_EQ(inspect_folder(folder, hash), FolderState::absent);
    make_folder(folder);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::empty);
    write_file(folder / "wavesim.json.tmp", "left by a run that was killed at its start");
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::empty);
    write_run(folder, plan, false, {.complete = false});
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::same_scene_incomplete);
    write_run(folder, plan, false);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::complete);
    EXPECT_EQ(inspect_folder(folder, "ffff"), FolderState::other_scene);
    fs::remove(folder / manifest_name);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::foreign);
    EXPECT_EQ(inspect_folder(folder / "result.h5", hash), FolderState::foreign);
}

TEST(ResultFolder, CompleteResultIsReplacedOnlyWithForce) {
    const TemporaryFolder temporary;
    const Plan plan = small_plan();
    write_run(temporary.path(), plan, false);
    const std::string before = file_bytes(temporary.path() / "result.h5");

    EXPECT_THAT(refusal(temporary.path(), plan, false),
                HasSubstr("already holds the complete result of this scene; --force replaces it, --output "));
    EXPECT_EQ(file_bytes(temporary.path() / "result.h5"), before);
    EXPECT_EQ(refusal(temporary.path(), plan, true), "");
    EXPECT_FALSE(fs::exists(temporary.path() / "result.h5"));
}

TEST(ResultFolder, AnotherScenesResultIsReplacedOnlyWithForce) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    Plan plan = plan_with_outputs();
    write_run(folder, plan, false, {.complete = false});
    make_folder(temporary.path() / "r_2");
    const auto before = all_files(folder);
    plan.scene.hash = "another";

    EXPECT_EQ(refusal(folder / "", plan, false),
              "folder " + folder.string() + "/ already holds the incomplete result of another version of this scene; " +
                  "--force replaces it, --output " + folder.string() + "_3 keeps it");
    plan.scene.name = "hall";
    EXPECT_THAT(refusal(folder, plan, false), HasSubstr("the incomplete result of another scene ('small room')"));
    EXPECT_EQ(all_files(folder), before);

    const ResultWriter writer(folder, plan, Takeover::nothing);
    ASSERT_TRUE(writer.replaced().has_value());
    EXPECT_EQ(writer.replaced()->what, "the incomplete result of another scene ('small room')");
    std::set<std::string> removed(writer.replaced()->files.begin(), writer.replaced()->files.end());
    removed.insert(manifest_name);
    EXPECT_EQ(removed, before);
    EXPECT_EQ(all_files(folder), (std::set<std::string>{"log.txt", manifest_name}));
}

TEST(ResultFolder, ForeignFilesAreNeverTouched) {
    const TemporaryFolder temporary;
    const Plan plan = small_plan();
    write_file(temporary.path() / "thesis.txt", "years of work");

    for (const bool force : {false, true})
        EXPECT_THAT(refusal(temporary.path(), plan, force), HasSubstr("files that wavesim did not write"));
    EXPECT_EQ(all_files(temporary.path()), std::set<std::string>{"thesis.txt"});
}

TEST(ResultFolder, ForceRemovesOnlyFilesOfTheRun) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();
    write_run(temporary.path(), plan, false);
    write_file(temporary.path() / "notes.txt", "mine");
    write_file(temporary.path() / "audio" / "my.wav", "mine too");
    write_file(temporary.path() / "log.txt.tmp", "left by a killed run");

    { const ResultWriter writer(temporary.path(), plan, Takeover::nothing); }

    const std::set<std::string> expected{"audio/my.wav", "log.txt", "notes.txt", "wavesim.json"};
    EXPECT_EQ(all_files(temporary.path()), expected);
}

TEST(ResultFolder, AFileInTheWayIsNotOverwritten) {
    const TemporaryFolder temporary;
    Plan plan = small_plan();
    write_run(temporary.path(), plan, false);
    make_folder(temporary.path() / "audio");
    write_file(temporary.path() / "audio/seat_1.wav", "a recording of the user's");
    plan.scene.outputs.traces.wav_rate_hz = 48000;

    EXPECT_THAT(refusal(temporary.path(), plan, true), HasSubstr("audio/seat_1.wav"));
    EXPECT_EQ(file_bytes(temporary.path() / "audio/seat_1.wav"), "a recording of the user's");
}

TEST(ResultFolder, IsLockedWhileAWriterLives) {
    const TemporaryFolder temporary;
    const Plan plan = small_plan();
    const ResultWriter writer(temporary.path(), plan, Takeover::same_program);
    char host[256] = {};
    ASSERT_EQ(::gethostname(host, sizeof(host) - 1), 0);

    EXPECT_THAT(
        refusal(temporary.path(), plan, true),
        testing::StartsWith("folder " + temporary.path().string() + " is in use by another run of wavesim (process " +
                            std::to_string(::getpid()) + " on " + host + " since "));
}

TEST(ResultFolder, TheLogSaysFromTheStartWhoComputesWhat) {
    const TemporaryFolder temporary;
    const Plan plan = small_plan();
    ::setenv("SLURM_JOB_ID", "4711", 1);
    ResultWriter writer(temporary.path(), plan, Takeover::same_program);
    ::unsetenv("SLURM_JOB_ID");

    const std::string log = file_bytes(temporary.path() / "log.txt");

    EXPECT_THAT(log, HasSubstr("scene: small room (0123456789abcdef)\nhost: "));
    EXPECT_THAT(log, HasSubstr(", process " + std::to_string(::getpid()) + "\nuser: "));
    EXPECT_THAT(log, HasSubstr("\njob: Slurm 4711\ncommand: "));
    EXPECT_THAT(log, HasSubstr("io_test"));
    EXPECT_THAT(log, HasSubstr("\nended: not yet: it runs, or was killed\n"));

    writer.give_up();

    EXPECT_THAT(file_bytes(temporary.path() / "log.txt"), HasSubstr(", failed\n"));
}

TEST(ResultFolder, KeepsTheTracesWhenARunFails) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();
    {
        ResultWriter writer(temporary.path() / "r", plan, Takeover::same_program);
        writer.traces(0, 2, std::vector<double>{0.1, 0.2, 0.3, -0.4});
        writer.snapshot(0, 0, std::vector<double>(30, 0.0));
    }

    const ResultSummary kept = read_result_summary(temporary.path() / "r" / "result.h5");

    EXPECT_FALSE(kept.complete);
    EXPECT_EQ(kept.steps_done, 2);
    EXPECT_DOUBLE_EQ(kept.receivers.at(1).peak_pa, 0.4);
    EXPECT_TRUE(fs::exists(temporary.path() / "r" / "snapshots" / "pressure.xdmf"));
    EXPECT_EQ(inspect_folder(temporary.path() / "r", plan.scene.hash), FolderState::same_scene_incomplete);
}

TEST(ResultFolder, SaysThatPicturesOfNothingAreWhite) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();
    ResultWriter writer(temporary.path() / "r", plan, Takeover::same_program);
    for (std::int64_t i = 0; i < plan.decision.snapshots->count; ++i)
        writer.snapshot(i, plan.decision.snapshots->step_of(i), std::vector<double>(30, 0.0));
    EXPECT_TRUE(writer.finish({}, "done\n", true));

    const std::string log = file_bytes(temporary.path() / "r" / "log.txt");
    EXPECT_THAT(log, HasSubstr("pictures: all white, the pressure is 0 at 99.5 % of every plane\n"));
    EXPECT_EQ(log.find("darkest"), std::string::npos);
}

TEST(ResultFolder, SaysWhyItCannotBeMade) {
    EXPECT_EQ(refusal("/proc/wavesim/r", small_plan(), false),
              "cannot create folder /proc/wavesim/r: No such file or directory");
}

TEST(ResultFolder, WavGainIsOneForAllFilesAndRecorded) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();

    write_run(temporary.path(), plan, false);

    // the loudest sample, of the second receiver, is 1.25 times 0.07 Pa and becomes -1 dB full scale
    EXPECT_THAT(file_bytes(temporary.path() / "log.txt"), HasSubstr("sample = 10.1857 /Pa x pressure"));
}

}  // namespace
}  // namespace wavesim
