// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/slab_times.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// A log of every block on an NVIDIA H200 (docs/history/2026-11-22-gpu-layers.md): a plane of as many nodes takes 1.5
/// us in the bulk step, 3.0 us in slabs and 3.4 us in those across x.
TEST(SlabTimes, AreThoseOfLoggedBlocks) {
    EXPECT_NEAR(slab_times.plane / (3.0 / 1.5), 1, 0.04);
    EXPECT_NEAR(slab_times.plane_x / (3.4 / 1.5), 1, 0.04);
}

/// The same log: 2 to 4 % more per plane in chunks of 232 planes than in those of 58.
TEST(SlabTimes, GrowWithTheWayOfABlock) {
    const auto plane = [](int chunk) { return 1 + slab_times.drift * chunk; };
    EXPECT_GT(plane(232) / plane(58), 1.02);
    EXPECT_LT(plane(232) / plane(58), 1.04);
}

}  // namespace
}  // namespace wavesim
