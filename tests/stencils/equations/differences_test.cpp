// SPDX-License-Identifier: MIT
#include "stencils/equations/differences.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stencils/equations/some_programs.hpp"

namespace wavesim::equations {
namespace {

Term term(Operation operation, int axis = 0) {
    Term made;
    made.operation = operation;
    made.axis = axis;
    return made;
}

/// The sum over its nodes of a function of the coordinate along an axis.
double applied(const Differences& differences, const Term& term, double (*f)(double)) {
    double sum = 0;
    for (const WeightedNode& n : differences.nodes(term)) {
        const int along = term.axis == 0 ? n.offset.x : term.axis == 1 ? n.offset.y : n.offset.z;
        sum += n.weight * f(along);
    }
    return sum;
}

double fifth_power(double x) { return std::pow(x + 0.3, 5); }

TEST(Differences, AreThoseOfTheirOrder) {
    const Differences sixth(leggy(1, 3), 6);
    for (const int axis : {0, 1, 2}) {
        EXPECT_NEAR(applied(sixth, term(Operation::forward, axis), fifth_power), 5 * std::pow(0.8, 4), 1e-9) << axis;
        EXPECT_NEAR(applied(sixth, term(Operation::backward, axis), fifth_power), 5 * std::pow(-0.2, 4), 1e-9) << axis;
        EXPECT_NEAR(applied(sixth, term(Operation::second, axis), fifth_power), 20 * std::pow(0.3, 3), 1e-9) << axis;
    }
    EXPECT_GT(std::abs(applied(Differences(leggy(1, 3), 2), term(Operation::second), fifth_power) - 0.54), 0.01);
}

TEST(Differences, ReachAsFarAsTheStencilWhereNoOrderIsGiven) {
    const Differences differences(leggy(5, 2), 0);

    EXPECT_EQ(differences.nodes(term(Operation::second)).size(), 11);
    EXPECT_EQ(differences.nodes(term(Operation::forward)).size(), 6);  // two of them reach 5 nodes
    EXPECT_EQ(differences.nodes(term(Operation::laplace)).size(), 21);
}

TEST(Differences, AreNothingAlongAnAxisThatIsNotThere) {
    const Differences flat(leggy(2, 2), 0);

    EXPECT_TRUE(flat.nodes(term(Operation::forward, 1)).empty());
    EXPECT_TRUE(flat.nodes(term(Operation::second, 1)).empty());
}

TEST(Differences, StandAtTheNodeThatIsRead) {
    Term read = term(Operation::forward, 2);
    read.access.offset = {3, 0, -1};

    const std::vector<WeightedNode> nodes = Differences(leggy(1, 3), 0).nodes(read);

    ASSERT_EQ(nodes.size(), 2);
    EXPECT_EQ(nodes[0].offset, (Offset{3, 0, -1}));
    EXPECT_EQ(nodes[0].weight, -1);
    EXPECT_EQ(nodes[1].offset, (Offset{3, 0, 0}));
    EXPECT_EQ(nodes[1].weight, 1);
}

}  // namespace
}  // namespace wavesim::equations
