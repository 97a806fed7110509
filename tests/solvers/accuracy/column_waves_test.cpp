// SPDX-License-Identifier: MIT
#include "solvers/accuracy/column_waves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stencils/density/density_operator.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;

/// Two media of one density that meet at a place, nodes sampled where they lie.
Column sampled(double at, double speed, std::size_t nodes) {
    Column column;
    column.pieces = {{at, 0.5}, {static_cast<double>(nodes) - at, speed}};
    for (std::size_t i = 0; i < nodes; ++i) {
        const double c = static_cast<double>(i) + 0.5 < at ? 0.5 : speed;
        column.modulus.push_back(c * c);
    }
    return column;
}

TEST(ColumnWaves, OfTwoMediaAreFresnelsEquations) {
    const ColumnScheme scheme(make_stencil("leggy-4", 2), 0.4);
    Column column = sampled(7, 0.8, 20);
    column.pieces[1].density = 3;
    const ColumnWaves waves = scheme.of_medium(column, 0.3);
    const double low = 0.5, high = 3 * 0.8;
    EXPECT_NEAR(std::abs(waves.reflected), (high - low) / (high + low), 1e-12);
    EXPECT_NEAR(std::abs(waves.transmitted), 2 * high / (high + low), 1e-12);
    EXPECT_NEAR(std::arg(waves.reflected), std::remainder(14 * scheme.wave_number(0.3, 0.5), 2 * std::numbers::pi),
                1e-12);
}

TEST(ColumnWaves, OfALayerOfAQuarterWaveBetweenItsNeighboursPassWhole) {
    const ColumnScheme scheme(make_stencil("leggy-2", 2), 0);
    Column column;
    const double omega = 0.2;  // impedances 0.4, sqrt(0.4 * 0.8), 0.8
    const double k = scheme.wave_number(omega, std::sqrt(0.32));
    column.pieces = {{3, 0.4}, {std::numbers::pi / 2 / k, std::sqrt(0.32)}, {5, 0.8}};
    EXPECT_NEAR(std::abs(scheme.of_medium(column, omega).reflected), 0, 1e-12);
}

TEST(ColumnWaves, KeepTheirNumberInTheSchemeOfOneMedium) {
    const Stencil stencil = make_stencil("leggy-6", 3);
    const double courant = 0.3, omega = 0.9, speed = 0.7;
    const double k = ColumnScheme(stencil, courant).wave_number(omega, speed);
    double symbol = 0;
    const std::vector<double> arms = collapse_to_axis(stencil);
    for (std::size_t m = 0; m < arms.size(); ++m)
        symbol += 2 * arms[m] * (1 - std::cos(static_cast<double>(m + 1) * k));
    EXPECT_NEAR(speed * speed * symbol * courant * courant, 2 - 2 * std::cos(omega * courant), 1e-12);
    EXPECT_EQ(ColumnScheme(stencil, courant).wave_number(3, 0.5), 0);
}

/// Two media of the scheme of three points: p_0 and p_1 obey their equations, waves fill the rest.
TEST(ColumnWaves, OfTheSchemeOfThreePointsAreThoseOfItsEquations) {
    const double courant = 0.6, omega = 0.5, high = 0.9;
    const ColumnScheme scheme(make_stencil("leggy-1", 2), courant);
    const double squared = (2 - 2 * std::cos(omega * courant)) / (courant * courant);
    const Complex a = std::polar(1.0, scheme.wave_number(omega, 0.5)),
                  b = std::polar(1.0, scheme.wave_number(omega, high));
    // p_j = a^j + r a^-j up to node 0, t b^(j - 1) from node 1 on:
    //   (squared - 2 f) (1 + r) + f (1 / a + r a) + f t = 0,   (squared - 2 g) t + g (1 + r) + g t b = 0
    const double f = 0.25, g = high * high;
    const Complex m11 = squared - 2 * f + f * a, m21 = g, m12 = f, m22 = squared - 2 * g + g * b;
    const Complex v1 = -(squared - 2 * f) - f / a, v2 = -g;
    const Complex det = m11 * m22 - m12 * m21;
    const Complex r = (v1 * m22 - m12 * v2) / det, t = (m11 * v2 - m21 * v1) / det;

    const ColumnWaves waves = scheme.of_grid(sampled(10, high, 20), omega);  // node 9 is the last of the first medium
    EXPECT_LT(std::abs(waves.reflected - r * std::pow(a, 19)), 1e-12);
    EXPECT_LT(std::abs(waves.transmitted - t * std::pow(a, 9.5) * std::pow(b, 9.5)), 1e-12);
}

/// An interface half a cell off: all that is wrong is the phase 2 k s of what comes back.
TEST(ColumnWaves, MissAnInterfaceByThePhaseOfItsShift) {
    const ColumnScheme scheme(make_stencil("leggy-8", 2), 0.3);
    const double omega = 2 * std::numbers::pi / 40;
    const double shift = 0.45, k = scheme.wave_number(omega, 0.5);
    const Column column = sampled(10 + shift, 0.8, 21);
    const Complex wrong = scheme.of_grid(column, omega).reflected - scheme.of_medium(column, omega).reflected;
    const double reflection = (0.8 - 0.5) / (0.8 + 0.5);
    EXPECT_NEAR(std::abs(wrong), reflection * 2 * std::sin(k * shift), 0.02 * reflection * 2 * std::sin(k * shift));
}

/// The mean of a cell is at its middle, and an interface within it is not. What comes back errs by
/// (w / c)^2 (1 - R^2) |(c / c')^2 - 1| |(1/4 - a^2)/2 - 1/24| at a from the middle, as waves in time do
/// (AveragedMedia).
TEST(ColumnWaves, ErrBySecondOrderWhereCellsAreAveraged) {
    const ColumnScheme scheme(make_stencil("leggy-8", 2), 0);
    for (const double a : {-0.3, 0.05, 0.45}) {
        Column column = sampled(10.5 + a, 0.8, 24);
        column.modulus[10] = 1 / ((0.5 + a) / 0.25 + (0.5 - a) / 0.64);
        const double omega = 0.04;
        const Complex wrong = scheme.of_grid(column, omega).reflected - scheme.of_medium(column, omega).reflected;
        const double reflection = 0.3 / 1.3, step = 1 - 0.25 / 0.64;
        const double told =
            std::pow(omega / 0.5, 2) * (1 - reflection * reflection) * step * std::abs((0.25 - a * a) / 2 - 1.0 / 24);
        EXPECT_NEAR(std::abs(wrong), told, 0.05 * told + 1e-6) << a;
    }
}

/// Differences of order 6 in media of two densities: energy is kept, and right places give the right echo.
TEST(ColumnWaves, OfDensitiesKeepEnergy) {
    const ColumnScheme scheme(density_stencil(3, 2), 0.3);
    Column column;
    column.half_order = 3;
    column.pieces = {{8, 1.0, 1000}, {3, 0.6, 1800}, {9, 0.9, 2600}};
    for (int i = 0; i < 20; ++i) {
        const ColumnPiece& piece = column.pieces[i < 8 ? 0 : i < 11 ? 1 : 2];
        column.modulus.push_back(piece.density * piece.speed * piece.speed);
        const double after = i == 7 ? 1400 : i == 10 ? 2200 : piece.density;
        if (i < 19) column.buoyancy.push_back(1 / after);
    }
    const double omega = 0.15;
    const ColumnWaves got = scheme.of_grid(column, omega), right = scheme.of_medium(column, omega);
    EXPECT_NEAR(std::norm(right.reflected) + 1000.0 / (0.9 * 2600) * std::norm(right.transmitted), 1, 1e-12);
    EXPECT_LT(std::abs(got.reflected - right.reflected), 0.01);
    EXPECT_LT(std::abs(got.transmitted - right.transmitted), 0.01);
    EXPECT_GT(std::abs(got.reflected - right.reflected), 1e-5);
}

}  // namespace
}  // namespace wavesim
