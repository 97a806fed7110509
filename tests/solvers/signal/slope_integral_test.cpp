// SPDX-License-Identifier: MIT
#include "solvers/signal/slope_integral.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "stencils/problem/memory_state.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;
using Time = SlopeIntegral::Time;

constexpr double step_s = 2e-4;

/// What the integral makes of a wave that turns by `angle` per step, over that wave.
Complex response(Time time, double angle) {
    const auto weights = SlopeIntegral::weights(time);
    Complex sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k)
        sum += weights[k] * std::polar(1.0, -angle * static_cast<double>(k));
    return sum / (1.0 - std::polar(1.0, -angle));
}

TEST(SlopeIntegral, IsThatOfWavesOfFourPointsPerPeriodAndMore) {
    for (const double angle : {0.01, 0.2, 0.7, 1.2, 1.57}) {
        EXPECT_LT(std::abs(response(Time::exact, angle) * Complex(0, angle) - 1.0), 0.011) << angle;
        EXPECT_LT(std::abs(response(Time::scheme, angle) * Complex(0, 2 * std::sin(angle / 2)) - 1.0), 0.015) << angle;
    }
    EXPECT_LT(std::abs(response(Time::exact, 0.5) * Complex(0, 0.5) - 1.0), 1e-3);
}

std::vector<double> samples_of_two() {
    std::vector<double> samples;
    for (int n = 0; n < 400; ++n) {
        const double t = n * step_s, bell = std::exp(-std::pow((t - 0.03) / 0.004, 2));
        samples.push_back(7 + n);
        samples.push_back(-2 * (t - 0.03) / (0.004 * 0.004) * bell);
    }
    return samples;
}

TEST(SlopeIntegral, OfAPulseIsThePulseAndOtherColumnsStay) {
    std::vector<double> samples = samples_of_two();
    SlopeIntegral integral({1}, step_s, Time::exact);
    integral.apply(samples, 2);
    for (int n = 0; n < 400; ++n) {
        const auto at = static_cast<std::size_t>(2 * n);
        EXPECT_EQ(samples[at], 7 + n);
        EXPECT_NEAR(samples[at + 1], std::exp(-std::pow((n * step_s - 0.03) / 0.004, 2)), 2e-4);
    }
}

TEST(SlopeIntegral, GoesOnFromItsState) {
    std::vector<double> whole = samples_of_two(), parts = whole;
    SlopeIntegral({1}, step_s, Time::scheme).apply(whole, 2);
    SlopeIntegral first({1}, step_s, Time::scheme), second({1}, step_s, Time::scheme);
    first.apply(std::span(parts).first(302), 2);
    test::MemoryState state;
    first.save(state);
    second.load(state);
    second.apply(std::span(parts).subspan(302), 2);
    EXPECT_EQ(parts, whole);
}

}  // namespace
}  // namespace wavesim
