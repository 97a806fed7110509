// SPDX-License-Identifier: MIT
// Speed and decay of waves, from the statements of programs, against formulas.
#include "stencils/equations/plane_waves.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stencils/equations/some_programs.hpp"

namespace wavesim::equations {
namespace {

TEST(PlaneWaves, OfTheScalarWaveAreThoseOfTheScheme) {
    const double speed = 3;
    const Setting setting{0.05, 0.5, {speed}};
    const double courant = speed * setting.time_step / setting.spacing;

    const auto waves = plane_waves(Symbol(scalar_wave(), leggy(1, 3)), setting, {0, 0, 1}, {0.1, 0.7, 1.9}, speed);

    ASSERT_EQ(waves.size(), 3);
    for (const PlaneWave& wave : waves) {
        const double k = wave.wave_number * setting.spacing;
        const double omega = 2 / setting.time_step * std::asin(courant * std::sin(k / 2));
        EXPECT_NEAR(wave.frequency, omega / (2 * M_PI), 1e-9) << k;
        EXPECT_NEAR(wave.speed, omega / wave.wave_number, 1e-8) << k;
        EXPECT_NEAR(wave.decay, 0, 1e-9) << k;
    }
}

TEST(PlaneWaves, OfAStandardLinearSolidDecayAsItsPolynomialSays) {
    // At small steps s^2 = -k^2 (1 + tau - tau rate / (s + rate)): s of the wave is the root near i k.
    const double tau = 0.2;
    const double rate = 1.5;
    const Setting setting{1e-4, 1e-2, {tau}};

    const auto waves = plane_waves(Symbol(zener(rate), leggy(4, 2)), setting, {1, 0, 0}, {0.002, 0.01, 0.02}, 1);

    for (const PlaneWave& wave : waves) {
        const double k = wave.wave_number;
        std::complex<double> s(0, k);
        for (int i = 0; i < 200; ++i) s = std::complex<double>(0, k) * std::sqrt(1 + tau - tau * rate / (s + rate));
        EXPECT_NEAR(2 * M_PI * wave.frequency, s.imag(), 2e-4 * k) << k;
        EXPECT_NEAR(wave.decay, -s.real(), 2e-3 * -s.real()) << k;
    }
    EXPECT_GT(waves.back().speed, waves.front().speed);
}

TEST(PlaneWaves, TellsElasticWavesApart) {
    const Symbol symbol(elastic(0.4), leggy(3, 2));
    const Setting setting{0.1, 1, {}};

    EXPECT_NEAR(plane_waves(symbol, setting, {1, 0, 2}, {0.05, 0.1}, 1)[1].speed, 1, 1e-3);
    EXPECT_NEAR(plane_waves(symbol, setting, {1, 0, 2}, {0.05, 0.1}, 0.4)[1].speed, 0.4, 1e-3);
}

}  // namespace
}  // namespace wavesim::equations
