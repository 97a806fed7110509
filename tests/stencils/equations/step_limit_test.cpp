// SPDX-License-Identifier: MIT
// Steps that programs allow, from their statements alone, against limits that theory gives.
#include "stencils/equations/step_limit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "stencils/equations/some_programs.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim::equations {
namespace {

using testing::DoubleNear;

/// Of the step times spacing / speed 1.
double courant(const Program& program, const Stencil& stencil, std::vector<double> parameters = {},
               double spacing = 0.25) {
    return step_limit(Symbol(program, stencil), spacing, {std::move(parameters)}).time_step / spacing;
}

TEST(StepLimit, OfTheScalarWaveIsThatOfTheStencil) {
    EXPECT_NEAR(courant(scalar_wave(), leggy(1, 2), {1}), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(courant(scalar_wave(), leggy(1, 3), {1}), std::sqrt(1.0 / 3), 1e-6);
    EXPECT_NEAR(courant(scalar_wave(), leggy(4, 2), {1}), 0.55463, 1e-5);
    EXPECT_NEAR(courant(scalar_wave(), leggy(2, 3), {1}), StencilAnalysis(leggy(2, 3)).courant_max(), 1e-6);
}

TEST(StepLimit, IsShorterWhereSoundIsFaster) {
    EXPECT_NEAR(courant(scalar_wave(), leggy(1, 2), {4}), std::sqrt(0.5) / 4, 1e-6);
}

TEST(StepLimit, OfAFluxAndItsDivergence) {
    const Program program = read_statements("flux", declared({2, 3}, {field("p", 2)}),
                                            {"p.new = 2*p - p.old + (dt/dx)*(dt/dx)*(d1x-(fx) + d1y-(fy) + d1z-(fz))",
                                             "fx = d1x+(p)", "fy = d1y+(p)", "fz = d1z+(p)"});

    EXPECT_NEAR(courant(program, leggy(1, 2)), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(courant(program, leggy(1, 3)), std::sqrt(1.0 / 3), 1e-6);
    EXPECT_NEAR(courant(program, leggy(3, 2)), std::sqrt(0.5) / (9.0 / 8 + 1.0 / 24), 1e-6);
}

TEST(StepLimit, OfAirThatAbsorbs) {
    const Program program =
        read_statements("air", declared({2}, {field("p", 2)}, {}, {{"nu", 0.02}}),
                        {"p.new = 2*p - p.old + (dt/dx)*(dt/dx)*laplace(p) + nu*laplace(p - p.old)"});

    EXPECT_NEAR(courant(program, leggy(1, 2)), std::sqrt(0.46), 1e-5);
}

TEST(StepLimit, OfElasticWavesIsThatOfTheFastOnes) {
    EXPECT_NEAR(courant(elastic(0.5), leggy(1, 2)), std::sqrt(0.5), 1e-5);
    EXPECT_NEAR(courant(elastic(0.3), leggy(3, 2)), std::sqrt(0.5) / (9.0 / 8 + 1.0 / 24), 1e-5);
}

TEST(StepLimit, OfAStandardLinearSolidLiesAboveThatOfItsUnrelaxedSpeed) {
    // As rate * dt is 0.1 at the limit, with which design figures were found.
    const double spacing = 0.25;
    const double limit = courant(zener(0.1 / (0.69093 * spacing)), leggy(1, 2), {0.05}, spacing);

    EXPECT_NEAR(limit, 0.69093, 2e-5);
    EXPECT_GT(limit, std::sqrt(0.5 / 1.05));
}

TEST(StepLimit, TakesTheWorstParameters) {
    const Symbol symbol(scalar_wave(), leggy(1, 2));

    const StepLimit limit = step_limit(symbol, 1, extremes({1.5}, {2.5}));

    EXPECT_NEAR(limit.time_step, std::sqrt(0.5) / 2.5, 1e-6);
    EXPECT_THAT(limit.parameters, testing::ElementsAre(2.5));
    EXPECT_THAT(limit.wave, testing::ElementsAre(DoubleNear(M_PI, 1e-6), 0, DoubleNear(M_PI, 1e-6)));
}

TEST(StepLimit, FindsWavesBetweenTheNodesOfItsGrid) {
    const Program between =
        read_statements("two combs", declared({2}, {field("p", 2)}),
                        {"p.new = 2*p - p.old + dt*dt*(p[1,0] + p[-1,0] - 2*p + 0.5*(p[2,0] + p[-2,0] - 2*p))"});
    // 2 (1 - c) + (1 - (2 c^2 - 1)), c = cos k, is largest at c = -1/2: 4.5.
    EXPECT_NEAR(courant(between, leggy(1, 2), {}, 1), std::sqrt(4 / 4.5), 1e-6);
}

TEST(StepLimit, IsNoneWhereSomethingGrowsWhateverTheStep) {
    const Program program = read_statements("growing", declared({2}, {field("p", 1)}), {"p.new = 1.01*p"});

    EXPECT_EQ(step_limit(Symbol(program, leggy(1, 2)), 1, {{}}).time_step, 0);
}

TEST(StepLimit, EndsAtTheLongestStepAskedFor) {
    const Program program = read_statements("fading", declared({2}, {field("p", 1)}), {"p.new = p/(1 + dt)"});

    EXPECT_EQ(step_limit(Symbol(program, leggy(1, 2)), 1, {{}}, 12.5).time_step, 12.5);
}

TEST(StepLimit, Extremes) {
    EXPECT_THAT(extremes({1, 2}, {3, 2}), testing::ElementsAre(std::vector<double>{1, 2}, std::vector<double>{3, 2}));
    EXPECT_EQ(extremes({1, 2}, {3, 4}).size(), 4);
    EXPECT_EQ(extremes(std::vector<double>(9, 1), std::vector<double>(9, 2)).size(), 11);
}

}  // namespace
}  // namespace wavesim::equations
