// SPDX-License-Identifier: MIT
#include "boundary/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace wavesim {
namespace {

/// The Paris integral by Simpson's rule.
double random_absorption_by_quadrature(double g) {
    constexpr int n = 20000;
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
        const double theta = std::numbers::pi / 2 * i / n, c = std::cos(theta);
        const double reflection = (c - g) / (c + g);
        const double value = c + g == 0 ? 0 : (1 - reflection * reflection) * std::sin(2 * theta);
        sum += value * (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return sum * std::numbers::pi / 2 / n / 3;
}

TEST(Surface, RandomAbsorptionIsTheParisIntegral) {
    for (const double g : {0.001, 0.014, 0.1, 0.5, 0.636, 1.0, 3.0, 20.0, 49.9, 50.1, 300.0})
        EXPECT_NEAR(random_absorption(g), random_absorption_by_quadrature(g), 1e-9) << g;
    EXPECT_EQ(random_absorption(0), 0);
}

TEST(Surface, RandomAbsorptionIsSmoothWhereTheFormulaChanges) {
    EXPECT_NEAR(random_absorption(50 * (1 + 1e-12)), random_absorption(50), 1e-12);
}

TEST(Surface, NoRealAdmittanceAbsorbsMoreThanTheLimit) {
    double best = 0;
    for (double g = 0.5; g < 0.8; g += 1e-4) best = std::max(best, random_absorption(g));
    EXPECT_NEAR(best, 0.9512, 5e-5);
    EXPECT_GT(best, random_absorption_limit);
}

TEST(Surface, RandomAbsorptionIsInvertedOnItsRisingBranch) {
    for (const double alpha : {1e-9, 0.01, 0.1, 0.3, 0.7, 0.9, 0.95}) {
        const double g = admittance_from_random_absorption(alpha);
        EXPECT_NEAR(random_absorption(g) / alpha, 1, 1e-13);
        EXPECT_LT(g, 0.6361);
    }
    EXPECT_EQ(admittance_from_random_absorption(0), 0);
    EXPECT_NEAR(admittance_from_random_absorption(0.1), 0.0140, 5e-5);
}

TEST(Surface, NormalAbsorptionGivesTheReflectionItNames) {
    for (const double alpha : {0.0, 1e-12, 0.1, 0.5, 1.0}) {
        const double g = admittance_from_normal_absorption(alpha), reflection = (1 - g) / (1 + g);
        EXPECT_NEAR(1 - reflection * reflection, alpha, 1e-15);
    }
    EXPECT_NEAR(admittance_from_normal_absorption(1e-12), 2.5e-13, 1e-24);
    EXPECT_NEAR(admittance_from_normal_absorption(0.1), 0.0263, 5e-5);
}

TEST(Surface, EveryLawHasAnAdmittance) {
    EXPECT_EQ(admittance_of({"", SurfaceLaw::Kind::rigid, 0.7, Incidence::random}), 0);
    EXPECT_EQ(admittance_of({"", SurfaceLaw::Kind::admittance, 0.7, Incidence::random}), 0.7);
    EXPECT_EQ(admittance_of({"", SurfaceLaw::Kind::absorption, 1.0, Incidence::normal}), 1.0);
    EXPECT_EQ(admittance_of({"", SurfaceLaw::Kind::absorption, 0.3, Incidence::random}),
              admittance_from_random_absorption(0.3));
}

TEST(Surface, ValuesOutsideTheirRangeAreRefusedByName) {
    const auto message = [](const SurfaceLaw& law) -> std::string {
        try {
            admittance_of(law);
        } catch (const std::domain_error& error) {
            return error.what();
        }
        return "accepted";
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(message({"floor", SurfaceLaw::Kind::absorption, 0.96, Incidence::random}),
              "surface 'floor': random-incidence absorption must lie in 0..0.95 (a real admittance reaches no more)");
    EXPECT_EQ(message({"floor", SurfaceLaw::Kind::absorption, 1.01, Incidence::normal}),
              "surface 'floor': normal-incidence absorption must lie in 0..1");
    EXPECT_EQ(message({"", SurfaceLaw::Kind::admittance, -1, Incidence::random}),
              "surface: specific admittance must be a finite number >= 0");
    EXPECT_NE(message({"", SurfaceLaw::Kind::admittance, nan, Incidence::random}), "accepted");
    EXPECT_NE(message({"", SurfaceLaw::Kind::absorption, nan, Incidence::random}), "accepted");
    EXPECT_NE(message({"", SurfaceLaw::Kind::absorption, nan, Incidence::normal}), "accepted");
    EXPECT_THROW(random_absorption(-1e-9), std::domain_error);
}

}  // namespace
}  // namespace wavesim
