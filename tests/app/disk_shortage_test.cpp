// SPDX-License-Identifier: MIT
#include "app/disk_shortage.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "io/result/disk_space.hpp"
#include "io/result/manifest.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(DiskSpace, is_that_of_the_nearest_folder_that_exists) {
    const TemporaryFolder folder;
    const auto room = room_for_result(folder.path() / "a" / "b");

    ASSERT_TRUE(room.has_value());
    EXPECT_EQ(disk_shortage(*room / 2, folder.path() / "a"), "");
    EXPECT_THAT(disk_shortage(*room * 2, folder.path() / "a"), HasSubstr("of disk space, "));
}

/// What an earlier result of the folder takes is freed: here two files without blocks, of 1 TiB and 2 TiB. Others may
/// write meanwhile.
TEST(DiskSpace, counts_what_an_earlier_result_takes) {
    const TemporaryFolder folder;
    const auto result = folder.path() / "out";
    std::filesystem::create_directory(result);
    for (const char* name : {"result.h5", "audio.wav", "notes.txt"}) {
        folder.write(std::string("out/") + name, "");
        std::error_code error;
        std::filesystem::resize_file(result / name, std::uintmax_t{name[0] == 'r' ? 1U : 2U} << 40, error);
        if (error) GTEST_SKIP() << "there are no files of 2 TiB here: " << error.message();
    }
    write_manifest(result,
                   {ResultManifest::State::complete, "scene", "hash", {"result.h5", "audio.wav", "missing.png"}});

    const auto with = room_for_result(result), without = room_for_result(folder.path());

    ASSERT_TRUE(with && without);
    EXPECT_NEAR(static_cast<double>(*with - *without) / static_cast<double>(std::int64_t{3} << 40), 1, 0.1);
}

/// 10 million snapshots of 4 million nodes: 150 TB.
const std::vector<std::string> enormous{"--set", "time.duration=300 s",
                                        "--set", "grid.spacing=1 cm",
                                        "--set", "outputs.snapshots={every: 1 us, volume: true}",
                                        "--set", "receivers=[]"};

Outcome with(std::vector<std::string> arguments, const std::filesystem::path& folder) {
    arguments.insert(arguments.end(), enormous.begin(), enormous.end());
    return run_program(arguments, {.folder = folder});
}

TEST(DiskShortage, is_found_before_the_run) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const Outcome run = with({"run", "scene.yaml"}, folder.path());
    const Outcome plan = with({"plan", "scene.yaml"}, folder.path());
    const Outcome check = with({"check", "scene.yaml"}, folder.path());

    EXPECT_EQ(run.code, 5);
    EXPECT_THAT(run.err, HasSubstr("error: the results need "));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "results"));
    EXPECT_EQ(plan.code, 0);
    EXPECT_THAT(plan.err, HasSubstr("warning: the results need "));
    EXPECT_THAT(plan.err, HasSubstr("are free for results/small_box"));
    EXPECT_EQ(check.code, 0);
    EXPECT_THAT(check.err, HasSubstr("warning: the results need "));
}

/// On a file system that has room for one of the two generations.
TEST(DiskShortage, of_checkpoints_is_found_before_the_run) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    std::filesystem::create_directory(folder.path() / "small");
    const auto on_small_disk = [&](const std::string& every) {
        return run_program(
            {"run", "scene.yaml", "-o", "small/out", "--set", "grid.spacing=2 cm", "--set", "run.checkpoint=" + every},
            {.folder = folder.path(),
             .under = {"unshare", "--map-root-user", "--mount", "sh", "-c",
                       "mount -t tmpfs -o size=8m none small || exit 99; exec \"$@\"", "sh"}});
    };
    const Outcome without = on_small_disk("");
    if (without.code == 99 || without.err.find("unshare") == 0) GTEST_SKIP() << "no file system can be mounted here";

    const Outcome with = on_small_disk("1h");

    EXPECT_EQ(without.code, 0) << without.err;
    EXPECT_EQ(with.code, 5);
    EXPECT_THAT(with.err,
                testing::ContainsRegex("error: the results need 1[0-9.]+ MiB of disk space, 8.00 MiB are free "
                                       "for small/out; choose another folder with --output or fewer outputs"));
}

/// A limit of the size of files stands for a full disk: snapshots of 134 KiB do not fit, the traces do.
TEST(FullDisk, message_says_what_is_kept) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const Outcome run = run_program({"run", "scene.yaml", "-o", "out", "--set", "grid.spacing=5 cm", "--set",
                                     "outputs.snapshots={every: 2 ms, volume: true}"},
                                    {.folder = folder.path(),
                                     // HDF5 never frees a file that it could not write.
                                     .environment = {"ASAN_OPTIONS=detect_leaks=0"},
                                     .under = {"sh", "-c", "ulimit -f 200; exec \"$@\"", "sh"}});
    const Outcome info = run_program({"info", "out"}, {.folder = folder.path()});

    EXPECT_EQ(run.code, 5);
    EXPECT_THAT(run.err, HasSubstr("; out keeps result.h5 ("));
    EXPECT_THAT(read_text(folder.path() / "out/wavesim.json"), HasSubstr("\"incomplete\""));
    EXPECT_THAT(info.out, HasSubstr("Backend     cpu ("));
    EXPECT_THAT(info.out, Not(HasSubstr("per node")));
}

}  // namespace
}  // namespace wavesim::test
