// SPDX-License-Identifier: MIT
#include "io/result/file_content.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

/// Files are read in parts of 64 KiB: whole ones, a byte less and a byte more, and several with a rest.
TEST(FileContent, IsThatOfAllBytesAtOnce) {
    const TemporaryFolder folder;
    std::string bytes(200'003, '\0');
    std::uint32_t value = 5;
    for (char& byte : bytes) byte = static_cast<char>((value = value * 1664525U + 1013904223U) >> 24);
    for (const std::size_t size : {0U, 1U, 65'535U, 65'536U, 65'537U, 200'003U})
        for (const std::size_t from : {0U, 512U}) {
            if (from > size) continue;
            const std::string_view part = std::string_view(bytes).substr(0, size);
            write_file(folder.path() / "some", std::string(part));
            const auto content = read_content(folder.path() / "some", static_cast<std::int64_t>(from));
            ASSERT_TRUE(content) << size;
            EXPECT_EQ(content->bytes, static_cast<std::int64_t>(size - from));
            EXPECT_EQ(content->xxh3, XXH3_64bits(part.data() + from, size - from)) << size << " from " << from;
        }
    EXPECT_FALSE(read_content(folder.path() / "none"));
}

TEST(FileContent, ChecksumsAreSixteenDigits) {
    EXPECT_EQ(checksum_text(0x2a), "000000000000002a");
    EXPECT_EQ(checksum_from("f00000000000002a"), 0xf00000000000002aU);
    for (const char* text : {"f00000000000002", "f00000000000002a0", "f0000000 000002a", "f00000000000002g", ""})
        EXPECT_FALSE(checksum_from(text)) << text;
}

}  // namespace
}  // namespace wavesim
