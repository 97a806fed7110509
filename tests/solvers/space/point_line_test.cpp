// SPDX-License-Identifier: MIT
#include "solvers/space/point_line.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "solvers/space/interpolation.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;
constexpr double forever = std::numeric_limits<double>::infinity();

/// Two fluids that meet at `step`; lengths are cells, speeds those of the slower one.
struct TwoFluids {
    double step;
    LinePiece before;
    LinePiece behind;
};

/// A plane wave of wave number `along` along the step that comes from before it, with what the step reflects and lets
/// through (Rayleigh).
Complex pressure(const TwoFluids& fluids, double frequency, double along, double z) {
    const auto across = [&](const LinePiece& fluid) {
        return std::sqrt(Complex(std::pow(frequency / fluid.speed, 2) - along * along));
    };
    const Complex k1 = across(fluids.before), k2 = across(fluids.behind), i(0, 1);
    const Complex y1 = k1 / fluids.before.density, y2 = k2 / fluids.behind.density;
    const Complex reflected = (y1 - y2) / (y1 + y2);
    const double away = z - fluids.step;
    if (away >= 0) return (1.0 + reflected) * std::exp(i * k2 * away);
    return std::exp(i * k1 * away) + reflected * std::exp(-i * k1 * away);
}

struct Read {
    double fitted = 0;
    double sinc = 0;
    double told = 0;
};

/// Largest errors of points around a step, of waves of that frequency and less; of amplitude 1.
Read worst_read(const TwoFluids& fluids, double highest) {
    Read worst;
    for (double at = -2.95; at < 3.5; at += 0.2) {
        const auto base = static_cast<std::int64_t>(std::floor(at));
        PointLine line;
        line.at = at;
        line.first = base - 3;
        line.count = 8;
        line.pieces = {fluids.before, fluids.behind};
        line.wave_number = highest;
        const LineWeights weights = read_between(line);
        worst.told = std::max(worst.told, weights.error);
        for (const double share : {0.3, 0.7, 1.0})
            for (const double along : {0.0, 0.4, 0.8}) {
                const double frequency = share * highest;
                const double fastest = std::max(fluids.before.speed, fluids.behind.speed);
                const auto field = [&](double z) {
                    return pressure(fluids, frequency, along * frequency / fastest, z);
                };
                Complex fitted = 0, sinc = 0;
                for (std::int64_t i = 0; i < 8; ++i)
                    fitted +=
                        weights.of_nodes[static_cast<std::size_t>(i)] * field(static_cast<double>(line.first + i));
                for (const auto& [node, weight] : sinc_weights(at)) sinc += weight * field(static_cast<double>(node));
                worst.fitted = std::max(worst.fitted, std::abs(fitted - field(at)));
                worst.sinc = std::max(worst.sinc, std::abs(sinc - field(at)));
            }
    }
    return worst;
}

TEST(PointLine, ReadsWavesAcrossAStepOfTheDensity) {
    const double highest = 2 * std::numbers::pi / 8;
    for (const double step : {0.5, 0.1, -0.27})
        for (const auto& [density, speed] : {std::pair{2.6, 3.0}, {3.0, 1.07}, {0.4, 1.2}}) {
            const TwoFluids fluids{step, {step, 1, 1}, {forever, density, speed}};
            const Read read = worst_read(fluids, highest);
            EXPECT_LT(read.fitted, 5e-3) << step << " " << density;
            EXPECT_GT(read.sinc, 5 * read.fitted) << step << " " << density;
            EXPECT_GT(2 * read.told, read.fitted) << step << " " << density;
        }
}

TEST(PointLine, ReadsAConstantAndAConstantFluxNearlyExactly) {
    PointLine line;
    line.at = 0.3;
    line.first = -3;
    line.count = 8;
    line.pieces = {{0.7, 1, 1}, {forever, 2.5, 2}};
    line.wave_number = 0.5;
    const LineWeights weights = read_between(line);
    double constant = 0, flux = 0;
    for (std::int64_t i = 0; i < 8; ++i) {
        const auto z = static_cast<double>(line.first + i);
        const double weight = weights.of_nodes[static_cast<std::size_t>(i)];
        constant += weight;
        flux += weight * (z < 0.7 ? z - 0.7 : 2.5 * (z - 0.7));
    }
    EXPECT_NEAR(constant, 1, 1e-5);
    EXPECT_NEAR(flux, 0.3 - 0.7, 1e-5);
}

TEST(PointLine, AtAWallOfAdmittanceItReadsEvenWavesBestTheLessItAbsorbs) {
    const double k = 2 * std::numbers::pi / 10;
    const auto odd_error = [&](double admittance) {
        PointLine line;
        line.at = 0.1;
        line.count = 8;
        line.end = LineEnd{-0.5, 1, admittance};
        line.wave_number = k;
        const LineWeights weights = read_between(line);
        double even = -std::cos(0.6 * k), odd = -std::sin(0.6 * k);
        for (std::int64_t i = 0; i < 8; ++i) {
            const double weight = weights.of_nodes[static_cast<std::size_t>(i)];
            even += weight * std::cos(k * (static_cast<double>(i) + 0.5));
            odd += weight * std::sin(k * (static_cast<double>(i) + 0.5));
        }
        EXPECT_LT(std::hypot(even, admittance * odd), 4e-3) << admittance;
        return std::abs(admittance * odd);
    };
    EXPECT_LT(odd_error(0.02), 1e-3);
    EXPECT_LT(odd_error(0.5), 4e-3);
}

}  // namespace
}  // namespace wavesim
