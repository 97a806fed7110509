// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "backends/definitions.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {
namespace {

TEST(LeggyWeights, MatchTheKnownSecondDifferences) {
    const auto fourth = leggy_weights(2);
    EXPECT_NEAR(fourth[0], 4.0 / 3, 1e-15);
    EXPECT_NEAR(fourth[1], -1.0 / 12, 1e-16);
    const auto eighth = leggy_weights(4);
    EXPECT_NEAR(eighth[0], 8.0 / 5, 1e-15);
    EXPECT_NEAR(eighth[1], -1.0 / 5, 1e-15);
    EXPECT_NEAR(eighth[2], 8.0 / 315, 1e-16);
    EXPECT_NEAR(eighth[3], -1.0 / 560, 1e-17);
}

/// The closed forms against the differences of polynomials through the nodes.
TEST(LeggyWeights, AreTheDerivativesOfPolynomials) {
    for (int order = 1; order <= 20; ++order) {
        const std::vector<double> second = test::second_difference(order);
        const std::vector<double> first = test::first_difference(order);
        for (std::size_t m = 0; m < second.size(); ++m) {
            EXPECT_NEAR(leggy_weights(order)[m] / second[m], 1, 1e-12) << order << ", " << m;
            EXPECT_NEAR(leggy_first_difference(order)[m] / first[m], 1, 1e-12) << order << ", " << m;
        }
    }
    for (int order = 1; order <= most_density_half_order; ++order) {
        const std::vector<double> staggered = test::staggered_difference(order);
        for (std::size_t m = 0; m < staggered.size(); ++m)
            EXPECT_NEAR(staggered_weights(order)[m] / staggered[m], 1, 1e-12) << order << ", " << m;
    }
}

TEST(LeggyWeights, SecondMomentIsExact) {
    for (int m = 1; m <= 20; ++m) {
        double sum = 0;
        const auto beta = leggy_weights(m);
        for (int k = 1; k <= m; ++k) sum += beta[static_cast<std::size_t>(k - 1)] * k * k;
        EXPECT_NEAR(sum, 1, 1e-13) << m;
    }
}

TEST(LeggyWeights, ClosedFormOfTheNyquistSymbolEqualsTheDirectSum) {
    for (int m = 1; m <= 20; ++m) {
        double sum = 0;  // sigma(pi) = sum over odd k of 4 beta_k
        const auto beta = leggy_weights(m);
        for (int k = 1; k <= m; k += 2) sum += 4 * beta[static_cast<std::size_t>(k - 1)];
        EXPECT_NEAR(leggy_symbol_max(m), sum, 1e-12) << m;
    }
    EXPECT_NEAR(leggy_symbol_max(3), 272.0 / 45, 1e-13);
}

TEST(LeggyWeights, CourantLimitsMatchTheTable) {
    const double table[] = {.577350, .500000, .469668, .452856, .441942, .434180, .428320, .423706, .419959, .416842,
                            .414198, .411920, .409933, .408181, .406621, .405221, .403955, .402805, .401753, .400787};
    for (int m = 1; m <= 20; ++m) {
        const double limit = 2 / std::sqrt(3 * leggy_symbol_max(m));
        EXPECT_NEAR(limit, table[m - 1], 6e-7) << m;
        const StencilAnalysis analysis(make_stencil("leggy-" + std::to_string(m), 3));
        EXPECT_NEAR(analysis.courant_max(), limit, 1e-12) << m;
        const StencilAnalysis flat(make_stencil("leggy-" + std::to_string(m), 2));
        EXPECT_NEAR(flat.courant_max(), std::sqrt(1.5) * limit, 1e-12) << m;
    }
}

}  // namespace
}  // namespace wavesim
