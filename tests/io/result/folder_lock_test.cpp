// SPDX-License-Identifier: MIT
#include "io/result/folder_lock.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cerrno>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string refusal(const fs::path& folder) {
    try {
        const FolderLock second(folder);
    } catch (const EnvironmentError& error) {
        return error.what();
    }
    return "";
}

TEST(FolderLock, SaysWhoHasTheFolder) {
    const TemporaryFolder temporary;
    const FolderLock lock(temporary.path());

    EXPECT_EQ(lock.warning(), "");
    EXPECT_TRUE(is_locked(temporary.path()));
    EXPECT_THAT(refusal(temporary.path()),
                HasSubstr("is in use by another run of wavesim (process " + std::to_string(::getpid()) + " on "));
}

TEST(FolderLock, LeavesNoFile) {
    const TemporaryFolder temporary;
    { const FolderLock lock(temporary.path()); }

    EXPECT_TRUE(fs::is_empty(temporary.path()));
    EXPECT_FALSE(is_locked(temporary.path()));
    EXPECT_EQ(refusal(temporary.path()), "");
}

TEST(FolderLock, TakesTheFileThatAKilledProcessLeft) {
    const TemporaryFolder temporary;
    write_file(temporary.path() / lock_name, "process 1 on elsewhere since long ago\n");

    EXPECT_FALSE(is_locked(temporary.path()));
    EXPECT_EQ(refusal(temporary.path()), "");
}

/// Error 524 of the Linux kernel has no text in the C library; it means that an operation is not supported.
TEST(FolderLock, SaysWhyProcessesCannotShareAFolder) {
    EXPECT_THAT(cannot_share("hall", ENOLCK).what(),
                HasSubstr("file locks do not work in hall (No locks available), so several processes"));
    EXPECT_THAT(cannot_share("street", 524).what(),
                HasSubstr("file locks do not work in street (Operation not supported), so several processes"));
}

/// A link would let a run write to a file elsewhere.
TEST(FolderLock, FollowsNoLink) {
    const TemporaryFolder temporary;
    write_file(temporary.path() / "diary", "dear diary");
    fs::create_symlink("diary", temporary.path() / lock_name);

    EXPECT_THAT(refusal(temporary.path()), HasSubstr("cannot write"));
    EXPECT_EQ(file_bytes(temporary.path() / "diary"), "dear diary");
}

}  // namespace
}  // namespace wavesim
