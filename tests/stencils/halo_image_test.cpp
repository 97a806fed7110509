// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "stencils/passes.hpp"

namespace wavesim {
namespace {

TEST(HaloImage, HalfSampleMirrorRepeatsBeyondShortRuns) {
    const auto image = [](std::int64_t t) {
        return halo_image(t, 3, HaloRule::mirror_half, HaloRule::mirror_half).node;
    };
    EXPECT_EQ(image(-1), 0);
    EXPECT_EQ(image(-3), 2);
    EXPECT_EQ(image(-4), 2);
    EXPECT_EQ(image(-7), 0);
    EXPECT_EQ(image(3), 2);
    EXPECT_EQ(image(6), 0);
}

TEST(HaloImage, WholeSampleMirrorSkipsTheWallNode) {
    const auto image = [](std::int64_t t) {
        return halo_image(t, 4, HaloRule::mirror_whole, HaloRule::mirror_whole).node;
    };
    EXPECT_EQ(image(-1), 1);
    EXPECT_EQ(image(-3), 3);
    EXPECT_EQ(image(4), 2);
}

TEST(HaloImage, OddMirrorFlipsTheSignAtEachReflection) {
    const auto image = [](std::int64_t t) { return halo_image(t, 2, HaloRule::odd_half, HaloRule::mirror_half); };
    EXPECT_EQ(image(-1).sign, -1);
    EXPECT_EQ(image(-1).node, 0);
    EXPECT_EQ(image(3).sign, 1);
    EXPECT_EQ(image(-3).node, 1);
}

TEST(HaloImage, ZeroHaloHasNoSign) { EXPECT_EQ(halo_image(-1, 5, HaloRule::zero, HaloRule::zero).sign, 0); }

}  // namespace
}  // namespace wavesim
