// SPDX-License-Identifier: MIT
#include "io/scene/used_names.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace wavesim {
namespace {

TEST(UsedNames, TellsNamesApart) {
    UsedNames names;
    for (const char* name : {"seat", "seat 1", "seat 01", "seat 0", "seat -1", "1", "seat  1", "", " ", "seat ",
                             "seat 123456789012345678901234567890", "Seat", "seat 1 2"}) {
        EXPECT_TRUE(names.add(name)) << name;
        EXPECT_FALSE(names.add(name)) << name;
    }
    EXPECT_EQ(names.add("seat", 1, 3), 1);
    EXPECT_FALSE(names.add("seat 3"));
    EXPECT_EQ(names.add("row", 1, 1000000), std::nullopt);
    EXPECT_FALSE(names.add("row 1000000"));
    EXPECT_TRUE(names.add("row 1000001"));
    EXPECT_TRUE(names.add("row"));
}

TEST(UsedNames, AgreesWithASetOfAllNames) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        UsedNames names;
        std::set<std::string> all;
        for (int i = 0; i < 12; ++i) {
            const std::string base = random() % 2 == 0 ? "a" : "a 1";
            const auto from = static_cast<std::int64_t>(random() % 30);
            const auto to = from + static_cast<std::int64_t>(random() % 6);
            std::optional<std::int64_t> expected;
            for (std::int64_t n = from; n <= to; ++n)
                if (!all.insert(base + ' ' + std::to_string(n)).second && !expected) expected = n;
            if (from == to)
                EXPECT_EQ(names.add(base + ' ' + std::to_string(from)), !expected);
            else
                EXPECT_EQ(names.add(base, from, to), expected);
        }
    }
}

}  // namespace
}  // namespace wavesim
