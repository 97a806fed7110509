// SPDX-License-Identifier: MIT
#include "io/result_folder.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <set>

#include "io/atomic_file.hpp"
#include "io/result_manifest.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Runs a plan through a writer: a ramp in every trace and constant snapshots.
void write_all(const fs::path& folder, const Plan& plan, bool force, bool complete = true) {
    ResultWriter writer(folder, plan, force);
    const auto receivers = plan.scene.receivers.size();
    for (std::int64_t n = 0; n < plan.steps; ++n)
        writer.traces(n, 1, std::vector<double>(receivers, 0.01 * static_cast<double>(n)));
    if (plan.snapshots)
        for (std::int64_t i = 0; i < plan.snapshots->count; ++i)
            writer.snapshot(i, i * plan.snapshots->every_steps,
                            std::vector<double>(static_cast<std::size_t>(plan.snapshots->box.extent().nodes()), 0.5));
    RunReport report;
    report.steps_done = plan.steps;
    writer.finish(report, "done\n", complete);
}

std::set<std::string> all_files(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) names.insert(entry.path().lexically_relative(folder).string());
    return names;
}

std::string refusal(const fs::path& folder, const Plan& plan, bool force) {
    try {
        const ResultWriter writer(folder, plan, force);
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

    write_all(folder, plan, false);

    const std::set<std::string> expected{"audio/T\xc3\xbcre.wav",
                                         "audio/seat_1.wav",
                                         "log.txt",
                                         "pictures/pressure_000000.png",
                                         "pictures/pressure_000001.png",
                                         "pictures/pressure_000002.png",
                                         "pictures/pressure_000003.png",
                                         "result.h5",
                                         "snapshots/pressure.vtkhdf.series",
                                         "snapshots/pressure.xdmf",
                                         "snapshots/pressure_000000.vtkhdf",
                                         "snapshots/pressure_000001.vtkhdf",
                                         "snapshots/pressure_000002.vtkhdf",
                                         "snapshots/pressure_000003.vtkhdf",
                                         "wavesim.json"};
    EXPECT_EQ(all_files(folder), expected);
}

TEST(ResultFolder, StatesAreToldApart) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = small_plan();
    const std::string hash = plan.scene.hash;

    EXPECT_EQ(inspect_folder(folder, hash), FolderState::absent);
    make_folder(folder);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::empty);
    write_all(folder, plan, false, false);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::same_scene_incomplete);
    write_all(folder, plan, false);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::complete);
    EXPECT_EQ(inspect_folder(folder, "ffff"), FolderState::other_scene);
    fs::remove(folder / manifest_name);
    EXPECT_EQ(inspect_folder(folder, hash), FolderState::foreign);
    EXPECT_EQ(inspect_folder(folder / "result.h5", hash), FolderState::foreign);
}

TEST(ResultFolder, CompleteResultIsReplacedOnlyWithForce) {
    const TemporaryFolder temporary;
    const Plan plan = small_plan();
    write_all(temporary.path(), plan, false);
    const std::string before = file_bytes(temporary.path() / "result.h5");

    EXPECT_THAT(refusal(temporary.path(), plan, false), HasSubstr("already holds the complete result of this scene"));
    EXPECT_EQ(file_bytes(temporary.path() / "result.h5"), before);
    EXPECT_EQ(refusal(temporary.path(), plan, true), "");
    EXPECT_FALSE(fs::exists(temporary.path() / "result.h5"));
}

TEST(ResultFolder, AnotherScenesResultIsNeverReplaced) {
    const TemporaryFolder temporary;
    Plan plan = small_plan();
    write_all(temporary.path(), plan, false);
    const auto before = all_files(temporary.path());
    plan.scene.hash = "another";

    for (const bool force : {false, true})
        EXPECT_THAT(refusal(temporary.path(), plan, force), HasSubstr("another scene"));
    EXPECT_EQ(all_files(temporary.path()), before);
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
    write_all(temporary.path(), plan, false);
    write_file(temporary.path() / "notes.txt", "mine");
    write_file(temporary.path() / "audio" / "my.wav", "mine too");
    write_file(temporary.path() / "log.txt.tmp", "left by a killed run");

    { const ResultWriter writer(temporary.path(), plan, true); }

    const std::set<std::string> expected{"audio/my.wav", "notes.txt", "wavesim.json"};
    EXPECT_EQ(all_files(temporary.path()), expected);
}

TEST(ResultFolder, AFileInTheWayIsNotOverwritten) {
    const TemporaryFolder temporary;
    Plan plan = small_plan();
    write_all(temporary.path(), plan, false);
    make_folder(temporary.path() / "audio");
    write_file(temporary.path() / "audio/seat_1.wav", "a recording of the user's");
    plan.scene.outputs.traces.wav_rate_hz = 48000;

    EXPECT_THAT(refusal(temporary.path(), plan, true), HasSubstr("audio/seat_1.wav"));
    EXPECT_EQ(file_bytes(temporary.path() / "audio/seat_1.wav"), "a recording of the user's");
}

TEST(ResultFolder, IsLockedWhileAWriterLives) {
    const TemporaryFolder temporary;
    const Plan plan = small_plan();
    const ResultWriter writer(temporary.path(), plan, false);

    EXPECT_THAT(refusal(temporary.path(), plan, true), HasSubstr("in use by another run"));
}

TEST(ResultFolder, SaysWhyItCannotBeMade) {
    EXPECT_EQ(refusal("/proc/wavesim/r", small_plan(), false),
              "cannot create folder /proc/wavesim/r: No such file or directory");
}

TEST(ResultFolder, WavGainIsOneForAllFilesAndRecorded) {
    const TemporaryFolder temporary;
    const Plan plan = plan_with_outputs();

    write_all(temporary.path(), plan, false);

    // the loudest sample is 0.07 Pa and becomes -1 dB full scale
    EXPECT_THAT(file_bytes(temporary.path() / "log.txt"), HasSubstr("sample = 12.7322 /Pa x pressure"));
}

/// Repeats the run with a file size limit that stands for a disk that fills up at any byte of any file.
TEST(ResultFolder, NothingHalfWrittenStaysWhenTheDiskFills) {
    const Plan plan = plan_with_outputs();
    const TemporaryFolder whole;
    write_all(whole.path() / "r", plan, false);
    std::uintmax_t largest = 0;
    for (const std::string& name : all_files(whole.path() / "r"))
        largest = std::max(largest, fs::file_size(whole.path() / "r" / name));
    std::set<int> outcomes;
    std::vector<rlim_t> limits;
    for (rlim_t limit = 0; limit < largest; limit += limit < 16000 ? 1187 : largest / 8) limits.push_back(limit);
    limits.push_back(largest);
    for (const rlim_t limit : limits) {
        const TemporaryFolder temporary;
        std::fflush(nullptr);
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit both{limit, limit};
            ::setrlimit(RLIMIT_FSIZE, &both);
            try {
                write_all(temporary.path() / "r", plan, false);
            } catch (const EnvironmentError& error) {
                std::exit(error.kind() == EnvironmentError::Kind::io ? 5 : 1);  // runs exit handlers
            }
            std::exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);

        ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status) << " at " << limit << " bytes";
        outcomes.insert(WEXITSTATUS(status));
        for (const std::string& name : all_files(temporary.path())) {
            EXPECT_FALSE(name.ends_with(".tmp")) << name << " at " << limit;
            if (name.ends_with(".vtkhdf") || name.ends_with(".wav") || name.ends_with(".png")) {
                EXPECT_EQ(file_bytes(temporary.path() / name), file_bytes(whole.path() / name))
                    << name << " at " << limit;
            }
        }
    }
    EXPECT_EQ(outcomes, (std::set<int>{0, 5}));
}

}  // namespace
}  // namespace wavesim
