// SPDX-License-Identifier: MIT
#include "stencils/rtc/kernel_lines.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// Counted by hand.
TEST(KernelLines, CountCodeWithoutCommentsAndWhatItUses) {
    EXPECT_EQ(kernel_lines("stencils/gpu/common/static_for.cuh", "Constant"), 4);
    EXPECT_EQ(kernel_lines("stencils/gpu/common/static_for.cuh", "static_for"), 13);  // and Constant
    EXPECT_EQ(kernel_lines("stencils/gpu/tti/tti_sponge.cuh", "damping_of"), 4);
    EXPECT_EQ(kernel_lines("stencils/gpu/tti/tti_sponge.cuh", "Sponge"), 13);
    EXPECT_EQ(kernel_lines("stencils/gpu/tti/tti_sponge.cuh", "Missing"), 0);
    EXPECT_EQ(kernel_lines("stencils/gpu/common/missing.cuh", "Sponge"), 0);
}

/// A cube needs no walk; an alias has a line of its own and what it names, in headers that are included, too.
TEST(KernelLines, FollowNamesThroughHeaders) {
    const auto lines = [](const char* name) { return kernel_lines("stencils/gpu/tti/tti_semi.cuh", name); };
    EXPECT_GT(lines("K73Gathered"), lines("K73Node") + lines("Sponge"));
    EXPECT_GT(lines("K73Cube"), lines("K73Gathered"));
    EXPECT_GT(lines("K73SemiCopied"), lines("K73Column") + 60);
    EXPECT_EQ(lines("K73SemiCopied"), lines("K73SemiFolded"));
}

}  // namespace
}  // namespace wavesim
