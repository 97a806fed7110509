// SPDX-License-Identifier: MIT
#include "solvers/signal/air_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "solvers/medium/air.hpp"

namespace wavesim {
namespace {

constexpr double step_s = 1.0 / 32'000;
constexpr double sent_s = 0.004;
constexpr std::int64_t samples = 2 * 32'000 + 128;
const Air air{20, 0.5, 101'325};

double rate(double hz) { return absorption_rate(air, hz); }

double energy_in(const std::vector<double>& trace, double low_hz, double high_hz, double from_s, double to_s) {
    double energy = 0;
    const auto first = static_cast<std::size_t>(from_s / step_s), last = static_cast<std::size_t>(to_s / step_s);
    const double length_s = to_s - from_s;
    for (double hz = std::ceil(low_hz * length_s) / length_s; hz < high_hz; hz += 1 / length_s) {
        std::complex<double> sum = 0;
        for (std::size_t n = first; n < last; ++n)
            sum += trace[n] * std::polar(1.0, -2 * std::numbers::pi * hz * static_cast<double>(n) * step_s);
        energy += std::norm(sum);
    }
    return energy;
}

TEST(AirFilterTest, PulsesKeepWhatTheirWayLeavesThem) {
    // Every octave up to 8 kHz, at five times: the exact share of a band is the mean of exp(-2 rate t) over it.
    std::vector<double> trace(samples, 0);
    const std::vector<double> ways_s{0, 0.1, 0.5, 1.0, 1.6, 1.99};
    for (const double way : ways_s) trace[static_cast<std::size_t>(std::lround((sent_s + way) / step_s))] = 1;
    const std::vector<double> heard = AirFilter(samples, step_s, sent_s, rate)(trace);
    ASSERT_EQ(heard.size(), trace.size());
    for (const double way : ways_s)
        for (double middle = 125; middle < 10'000; middle *= 2) {
            const double from = std::max(0.0, sent_s + way - 0.015), to = std::min(2.003, sent_s + way + 0.015);
            const double low = middle / std::numbers::sqrt2, high = middle * std::numbers::sqrt2;
            double exact = 0, lines = 0;
            for (double hz = std::ceil(low * (to - from)) / (to - from); hz < high; hz += 1 / (to - from), ++lines)
                exact += std::exp(-2 * rate(hz) * way);
            EXPECT_NEAR(energy_in(heard, low, high, from, to) / exact, 1, 0.002) << way << " s, " << middle << " Hz";
        }
}

TEST(AirFilterTest, TonesDecayAtTheirRate) {
    for (const double hz : {250.0, 1000.0, 4000.0, 8000.0}) {
        std::vector<double> tone(samples);
        for (std::size_t n = 0; n < tone.size(); ++n)
            tone[n] = std::sin(2 * std::numbers::pi * hz * static_cast<double>(n) * step_s);
        const std::vector<double> heard = AirFilter(samples, step_s, sent_s, rate)(tone);
        for (std::size_t n = 3200; n < 60'000; n += 997) {
            const double faded = rate(hz) * (static_cast<double>(n) * step_s - sent_s), left = std::exp(-faded);
            // A tone that fades has a width, across which the rate changes by its slope, at most 2 rate / w.
            const double width = 2 * rate(hz) / (2 * std::numbers::pi * hz) * (1 + faded);
            EXPECT_NEAR(heard[n], left * tone[n], (1e-5 + width) * left) << hz << " Hz, sample " << n;
        }
    }
}

TEST(AirFilterTest, WithoutLossesNothingChanges) {
    std::mt19937 generator(3);
    std::normal_distribution<double> normal;
    for (const std::int64_t count : {1, 2, 100, 4097}) {
        std::vector<double> trace(static_cast<std::size_t>(count));
        for (double& p : trace) p = normal(generator);
        const std::vector<double> heard = AirFilter(count, step_s, 0, [](double) { return 0.0; })(trace);
        for (std::size_t n = 0; n < trace.size(); ++n) EXPECT_NEAR(heard[n], trace[n], 1e-11);
    }
}

TEST(AirFilterTest, StrongLossesAreInterpolatedToo) {
    // 400 nepers of the way to the end.
    std::vector<double> trace(20'000, 0);
    trace[250] = trace[5000] = 1;
    const std::vector<double> heard = AirFilter(20'000, step_s, 0, [](double) { return 640.0; })(trace);
    EXPECT_NEAR(heard[250] / std::exp(-5), 1, 1e-6);
    EXPECT_LT(std::abs(heard[5000]), 1e-8);
    EXPECT_LT(std::abs(heard[200]), 1e-9);
}

}  // namespace
}  // namespace wavesim
