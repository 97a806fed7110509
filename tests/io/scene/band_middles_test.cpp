// SPDX-License-Identifier: MIT
#include "io/scene/band_middles.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// ISO 266, 1 Hz to 1 MHz.
TEST(BandMiddles, AreThoseOfTables) {
    constexpr double thirds[] = {100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150};
    for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(third_middle(20 + i), thirds[i]);
        EXPECT_EQ(third_number(thirds[i]), 20 + i);
    }
    EXPECT_EQ(third_middle(15), 31.5);
    EXPECT_EQ(third_middle(0), 1);
    EXPECT_EQ(third_number(1e6), 60);
    EXPECT_FALSE(third_number(120));
    EXPECT_FALSE(third_number(2e6));
}

TEST(BandMiddles, OfOctavesAreEveryThirdOne) {
    constexpr double octaves[] = {16, 31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16000};
    for (int i = 0; i < 11; ++i) {
        const auto number = third_number(octaves[i]);
        ASSERT_TRUE(number) << octaves[i];
        EXPECT_EQ(*number, 12 + thirds_per_octave * i);
        EXPECT_TRUE(is_octave_middle(*number));
        EXPECT_FALSE(is_octave_middle(*number + 1));
    }
}

}  // namespace
}  // namespace wavesim
