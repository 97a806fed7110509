// SPDX-License-Identifier: MIT
#include "stencils/equations/calculated.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace wavesim::equations {
namespace {

TEST(Calculated, HasTheArithmeticOfNumbers) {
    EXPECT_EQ(calculated(Operation::negative, 3, 0), -3);
    EXPECT_EQ(calculated(Operation::root, 2.25, 0), 1.5);
    EXPECT_EQ(calculated(Operation::magnitude, -7, 0), 7);
    EXPECT_DOUBLE_EQ(calculated(Operation::exponential, 1, 0), 2.718281828459045);
    EXPECT_EQ(calculated(Operation::sum, 3, 8), 11);
    EXPECT_EQ(calculated(Operation::difference, 3, 8), -5);
    EXPECT_EQ(calculated(Operation::product, 3, 8), 24);
    EXPECT_EQ(calculated(Operation::quotient, 3, 8), 0.375);
    EXPECT_EQ(calculated(Operation::least, 3, 8), 3);
    EXPECT_EQ(calculated(Operation::greatest, 3, 8), 8);
}

/// Kernels compare as x < y ? x : y does: what is not less is on the right, a NaN and an equal zero, too.
TEST(Calculated, ComparesAsKernelsDo) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Operation operation : {Operation::least, Operation::greatest}) {
        EXPECT_TRUE(std::isnan(calculated(operation, 1, nan)));
        EXPECT_EQ(calculated(operation, nan, 1), 1);
        EXPECT_TRUE(std::signbit(calculated(operation, 0.0, -0.0)));
        EXPECT_FALSE(std::signbit(calculated(operation, -0.0, 0.0)));
    }
}

}  // namespace
}  // namespace wavesim::equations
