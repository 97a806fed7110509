// SPDX-License-Identifier: MIT
#include "io/result/folder_claim.hpp"

#include <gmock/gmock.h>

#include "io/atomic_file.hpp"
#include "io/result/result_folder.hpp"
#include "io/whole_run.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

/// Why a forced run may not use a folder.
std::string why_refused(const fs::path& folder, const Plan& plan) {
    try {
        const ResultWriter writer(folder, plan, Takeover::nothing);
    } catch (const EnvironmentError& error) {
        return error.what();
    }
    return {};
}

/// A link in the place of a sub-folder would have files removed and written elsewhere.
TEST(FolderClaim, LinksOutOfTheFolderAreNotFollowed) {
    const Plan plan = plan_with_outputs();
    for (const std::string part : {"pictures", "audio", "snapshots"}) {
        const TemporaryFolder temporary;
        const fs::path folder = temporary.path() / "r", outside = temporary.path() / "outside";
        write_run(folder, plan, false);
        fs::rename(folder / part, outside);
        fs::create_directory_symlink(outside, folder / part);
        const auto before = all_files(temporary.path());

        EXPECT_EQ(why_refused(folder, plan), "folder " + folder.string() + " holds a link " + part +
                                                 ", which wavesim did not make and does not follow; remove it");
        EXPECT_EQ(all_files(temporary.path()), before);
        Plan without = small_plan();  // writes no such files, but would remove them
        EXPECT_THAT(why_refused(folder, without), HasSubstr("holds a link " + part));
        EXPECT_EQ(all_files(temporary.path()), before);
    }
}

TEST(FolderClaim, FreeNamesAreThoseOfNoFolder) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";

    EXPECT_EQ(free_name(folder), folder.string() + "_2");
    make_folder(folder.string() + "_2");
    fs::create_symlink("nowhere", folder.string() + "_3");
    EXPECT_EQ(free_name(folder), folder.string() + "_4");
    EXPECT_EQ(free_name("."), "./result_2");
    EXPECT_EQ(free_name(".."), "../result_2");
}

}  // namespace
}  // namespace wavesim
