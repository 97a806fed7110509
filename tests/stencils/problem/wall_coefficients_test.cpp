// SPDX-License-Identifier: MIT
#include "stencils/problem/wall_coefficients.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// E = 3, D0 = 1/2, A = 2, m = 1/2 at courant = 1/2: numbers that can be followed by hand through the formulas of
/// passes.hpp.
constexpr WallLaw law{3, 0.5, 2, 0.5};

TEST(WallCoefficients, OfAnExplicitFace) {
    const ExplicitCoefficients face = explicit_coefficients(law, 0.5);

    EXPECT_EQ(face.resistance, 3);
    EXPECT_DOUBLE_EQ(face.conductance, 0.8);  // 1 / (1/2 + 3/4)
    EXPECT_DOUBLE_EQ(face.push, 0.5);
}

TEST(WallCoefficients, OfABranchFace) {
    const BranchCoefficients face = branch_coefficients(law, 0.5);

    EXPECT_DOUBLE_EQ(face.inertia, 2);
    EXPECT_DOUBLE_EQ(face.conductance, 0.2);  // 1 / (2 + 3)
    EXPECT_DOUBLE_EQ(face.admittance, 0.4);
    EXPECT_DOUBLE_EQ(face.damping, 0.1);
    EXPECT_DOUBLE_EQ(face.state_weight, 0.2);
    EXPECT_EQ(face.mass, 0.5);
}

/// A wall without air in front of it stores nothing.
TEST(WallCoefficients, OfALumpedWallPullNothing) {
    const BranchCoefficients face = branch_coefficients({4, 0, 1, 1}, 0.5);

    EXPECT_EQ(face.inertia, 0);
    EXPECT_EQ(face.state_weight, 0);
    EXPECT_DOUBLE_EQ(face.damping, 0.0625);  // courant g/2
}

}  // namespace
}  // namespace wavesim
