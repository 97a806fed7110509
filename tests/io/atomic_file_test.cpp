// SPDX-License-Identifier: MIT
#include "io/atomic_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>

#include "io/small_plan.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicFile, WritesTheBytesUnderTheNameOnly) {
    const TemporaryFolder folder;

    write_file(folder.path() / "a.bin", std::string("x\0y\n", 4));

    EXPECT_EQ(file_bytes(folder.path() / "a.bin"), std::string("x\0y\n", 4));
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicFile, KeepsTheOldFileUntilCommit) {
    const TemporaryFolder folder;
    write_file(folder.path() / "a", "old");
    {
        const AtomicFile file(folder.path() / "a");
        file.write("new");
        EXPECT_EQ(file_bytes(folder.path() / "a"), "old");
    }

    EXPECT_EQ(file_bytes(folder.path() / "a"), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicFile, ReplacesAStaleTemporary) {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "a.tmp") << "left by a killed run, longer than the new content";

    write_file(folder.path() / "a", "new");

    EXPECT_EQ(file_bytes(folder.path() / "a"), "new");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(AtomicFile, NamesFileAndReasonOfAFailure) {
    try {
        write_file("/proc/nowhere/a", "x");
        FAIL() << "wrote into /proc";
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::io);
        EXPECT_STREQ(error.what(), "cannot write /proc/nowhere/a: No such file or directory");
    }
}

TEST(AtomicFile, ATargetThatCannotBeWrittenIsKnownBefore) {
    const TemporaryFolder folder;
    const auto message = [](const std::filesystem::path& target) -> std::string {
        try {
            expect_writable(target);
            return "";
        } catch (const EnvironmentError& error) {
            return error.what();
        }
    };

    EXPECT_EQ(message(folder.path() / "new.json"), "");
    EXPECT_THAT(message(folder.path() / "absent" / "new.json"), testing::HasSubstr("No such file or directory"));
    EXPECT_THAT(message(folder.path()), testing::HasSubstr("Is a directory"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "new.json"));
}

TEST(AtomicFile, LeavesNothingWhenTheDiskIsFull) {
    const TemporaryFolder folder;
    write_file(folder.path() / "a", "old");
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit then fails, as on a full disk
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            write_file(folder.path() / "a", std::string(5000, 'x'));
        } catch (const EnvironmentError& error) {
            ::_exit(std::string(error.what()).find("a: File too large") != std::string::npos ? 7 : 8);
        }
        ::_exit(9);
    }
    int status = 0;
    ::waitpid(child, &status, 0);

    EXPECT_EQ(WEXITSTATUS(status), 7);
    EXPECT_EQ(file_bytes(folder.path() / "a"), "old");
    EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(MakeFolder, SaysWhyItCannot) {
    const TemporaryFolder folder;
    write_file(folder.path() / "file", "x");

    EXPECT_NO_THROW(make_folder(folder.path() / "a" / "b"));
    EXPECT_TRUE(fs::is_directory(folder.path() / "a" / "b"));
    EXPECT_THROW(make_folder(folder.path() / "file"), EnvironmentError);
    EXPECT_THROW(make_folder(folder.path() / "file" / "b"), EnvironmentError);
}

TEST(AtomicFile, GrowsByPieces) {
    const TemporaryFolder folder;
    {
        AtomicFile file(folder.path() / "pieces");
        file.write("one, ");
        file.append("two");
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "pieces"));
        file.commit();
    }
    EXPECT_EQ(file_bytes(folder.path() / "pieces"), "one, two");
}

}  // namespace
}  // namespace wavesim
