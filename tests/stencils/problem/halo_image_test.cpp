// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "backends/definitions.hpp"
#include "stencils/problem/passes.hpp"

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

/// Against the rules one reflection at a time, over runs that are shorter than the halo.
TEST(HaloImage, IsWhatTheRulesSayHoweverThinTheGrid) {
    constexpr HaloRule rules[] = {HaloRule::zero, HaloRule::mirror_half, HaloRule::mirror_whole, HaloRule::odd_half};
    for (const HaloRule low : rules)
        for (const HaloRule high : rules)
            for (const std::int64_t n : {1, 2, 3, 7})
                for (std::int64_t t = -24; t < n + 24; ++t) {
                    const HaloImage found = halo_image(t, n, low, high);
                    const test::Image expected = test::image_of(t, n, low, high);
                    EXPECT_EQ(found.sign, expected.sign) << t << " of " << n;
                    if (expected.sign != 0) {
                        EXPECT_EQ(found.node, expected.node) << t << " of " << n;
                    }
                }
    EXPECT_EQ(halo_image(-3, 2, HaloRule::odd_half, HaloRule::odd_half).sign, 1) << "reflected twice";
}

TEST(HaloImage, ZeroHaloHasNoSign) { EXPECT_EQ(halo_image(-1, 5, HaloRule::zero, HaloRule::zero).sign, 0); }

}  // namespace
}  // namespace wavesim
