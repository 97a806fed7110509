// SPDX-License-Identifier: MIT
#include "app/byte_size.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

TEST(ByteSize, HasBinaryAndDecimalUnits) {
    EXPECT_EQ(parse_byte_size("80GiB"), 80LL << 30);
    EXPECT_EQ(parse_byte_size("80G"), 80LL << 30);
    EXPECT_EQ(parse_byte_size("1.5 TiB"), 3LL << 39);
    EXPECT_EQ(parse_byte_size("80 GB"), 80'000'000'000);
    EXPECT_EQ(parse_byte_size("16kB"), 16'000);
    EXPECT_EQ(parse_byte_size("4096 B"), 4096);
}

TEST(ByteSize, RefusesWhatIsNone) {
    for (const char* text : {"", "80", "GiB", "-1GiB", "0GiB", "80 gib", "80GiBB", "80  GiB", "nan GiB", "1e99GiB",
                             "inf B", "2000000 TiB", "80GiB "})
        EXPECT_FALSE(parse_byte_size(text)) << text;
}

}  // namespace
}  // namespace wavesim
