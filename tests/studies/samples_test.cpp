// SPDX-License-Identifier: MIT
#include "studies/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wavesim {
namespace {

TEST(BetweenEnds, DividesSumsOrProducts) {
    EXPECT_DOUBLE_EQ(between_ends(2, 32, Spacing::linear, 0.25), 9.5);
    EXPECT_DOUBLE_EQ(between_ends(2, 32, Spacing::log, 0.25), 4);
    EXPECT_DOUBLE_EQ(between_ends(2, 32, Spacing::log, 0.5), 8);
    EXPECT_DOUBLE_EQ(between_ends(32, 2, Spacing::log, 0.75), 4);
    EXPECT_DOUBLE_EQ(between_ends(5, -3, Spacing::linear, 0.5), 1);
    for (const Spacing spacing : {Spacing::linear, Spacing::log}) {
        EXPECT_EQ(between_ends(0.1, 0.7, spacing, 0), 0.1);
        EXPECT_EQ(between_ends(0.1, 0.7, spacing, 1), 0.7) << "exactly, without rounding";
    }
}

/// The 53 leading bits of the generator of the standard, which is seeded with the seed and the bytes of the name.
TEST(SampleShares, AreThoseOfTheStandardGenerator) {
    for (const auto& [seed, name] : {std::pair<std::int64_t, std::string>{7, "xy"}, {8, "xy"}, {7, "yx"}}) {
        std::vector<std::uint32_t> words{static_cast<std::uint32_t>(seed)};
        for (const char c : name) words.push_back(static_cast<std::uint32_t>(c));
        std::seed_seq sequence(words.begin(), words.end());
        std::mt19937_64 generator(sequence);
        for (const double share : sample_shares(Sampling::random, seed, name, 5))
            EXPECT_EQ(share, static_cast<double>(generator() / 2048) / 9007199254740992.0);
    }
}

/// McKay et al. 1979: one sample in each part, in another order for each name.
TEST(SampleShares, OfAHypercubeLieInDifferentParts) {
    const auto parts_of = [](const std::string& name, std::int64_t count) {
        std::vector<int> parts;
        for (const double share : sample_shares(Sampling::latin_hypercube, 3, name, count))
            parts.push_back(static_cast<int>(share * static_cast<double>(count)));
        return parts;
    };
    std::vector<int> first = parts_of("a", 9);
    EXPECT_NE(first, parts_of("b", 9));
    EXPECT_FALSE(std::ranges::is_sorted(first));
    std::ranges::sort(first);
    EXPECT_EQ(first, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(parts_of("a", 1), std::vector<int>{0});
}

}  // namespace
}  // namespace wavesim
