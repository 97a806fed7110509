// SPDX-License-Identifier: MIT
// Numbers per node counted by hand.
#include "programs/program_demand.hpp"

#include <gtest/gtest.h>

#include "programs/formula_parser.hpp"
#include "programs/linear_form.hpp"

namespace wavesim {
namespace {

StencilProgram program_of(const std::string& formula, int dims) {
    StencilProgram program;
    program.dims = dims;
    program.formula = parse_formula({formula}, {}, dims);
    return program;
}

/// A star: one product per plane of three, the middle one with a second sum.
TEST(ProgramDemand, OfAWeightedSum) {
    const ProgramDemand star = program_of("u = 0.5*u + 0.25*(u[0,0,1] + u[0,0,-1]) + 0.125*(u[2,0,0] + u[-2,0,0])", 3);
    EXPECT_EQ(star.dims, 3);
    EXPECT_EQ(star.radius, 2);
    EXPECT_EQ(star.radius_y, 2);
    EXPECT_EQ(star.nodes.size(), 5U);
    EXPECT_FALSE(star.diagonals);
    EXPECT_FALSE(star.rows_around);
    ASSERT_TRUE(star.sum);
    EXPECT_EQ(star.operations, 7 - 1);  // three products and four sums; of two products one each goes with a sum
}

TEST(ProgramDemand, OfAProductOfNodes) {
    const ProgramDemand odd = program_of("u = u*u[1,1] + u[1,0]", 2);
    EXPECT_EQ(odd.radius, 1);
    EXPECT_EQ(odd.radius_y, 0);
    EXPECT_EQ(odd.nodes.size(), 3U);
    EXPECT_TRUE(odd.diagonals);
    EXPECT_FALSE(odd.sum);
    EXPECT_EQ(odd.operations, 2);
}

TEST(BeyondFloat, NamesTheNumber) {
    EXPECT_FALSE(beyond_float(program_of("u = 3e38*u + 2e-38*u[1,0]", 2).formula));
    EXPECT_EQ(beyond_float(program_of("u = 4e38*u", 2).formula), 4e38);
    EXPECT_EQ(beyond_float(program_of("u = u[1,0] + 1e-39*u", 2).formula), 1e-39);
    // Each number fits, the weight does not.
    EXPECT_DOUBLE_EQ(beyond_float(program_of("u = 1e30*(1e20*u)", 2).formula).value_or(0), 1e50);
    // No weighted sum, so no weight.
    EXPECT_FALSE(beyond_float(program_of("u = 1e30*(1e20*u*u)", 2).formula));
}

}  // namespace
}  // namespace wavesim
