// SPDX-License-Identifier: MIT
#include "io/result/shot_checksum.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

const ShotIdentity identity{"0123456789abcdef", 4};

/// A file of 300 bytes after its integrity record.
std::string bytes_of_record(const fs::path& file) {
    std::string bytes(static_cast<std::size_t>(record_bytes), '\0');
    for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i * 7);
    write_file(file, bytes);
    write_integrity_record(file, file, identity);
    return file_bytes(file);
}

TEST(ShotSeal, TellsWhoseShotItIs) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "shot.h5";

    const std::string bytes = bytes_of_record(file);

    EXPECT_EQ(bytes.find("wavesim shot 5 of scene 0123456789abcdef\n300 bytes of HDF5 follow from byte 512, XXH3 "),
              0U);
    EXPECT_EQ(bytes.size(), 812U);
    EXPECT_EQ(why_not_intact(file, identity), "");
    EXPECT_EQ(why_not_intact(file, {identity.scene_hash, 3}), "holds shot 5");
    EXPECT_EQ(why_not_intact(file, {"0123456789abcdee", 4}), "holds a shot of another scene");
    EXPECT_EQ(why_not_intact(folder.path() / "none.h5", identity), "cannot be read");
}

TEST(ShotSeal, FindsEveryBitThatFlipsAndEveryMissingByte) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "shot.h5";
    const std::string bytes = bytes_of_record(file);
    const auto accepted = [&](const std::string& damaged) {
        std::ofstream(file, std::ios::binary) << damaged;
        return why_not_intact(file, identity).empty();
    };

    for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
        std::string damaged = bytes;
        damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << byte % 8));
        ASSERT_FALSE(accepted(damaged)) << byte;
    }
    for (std::size_t length = 0; length < bytes.size(); length += 10)
        ASSERT_FALSE(accepted(bytes.substr(0, length))) << length;
    EXPECT_FALSE(accepted(bytes + '\0'));
    EXPECT_TRUE(accepted(bytes));
}

}  // namespace
}  // namespace wavesim
