// SPDX-License-Identifier: MIT
#include "solvers/accuracy/pulse_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace wavesim {
namespace {

using std::numbers::pi;

constexpr double speed = 300, peak_hz = 50, period = 1 / peak_hz;

double ricker(double t) {
    const double a = std::pow(pi * peak_hz * t, 2);
    return (1 - 2 * a) * std::exp(-a);
}

/// Far from a line source: the pulse, summed over the times at which parts of the line are heard.
double ricker_of_line(double t) {
    double sum = 0;
    constexpr double step = 0.02;  // of the root of the time
    for (double root = step / 2; root < 4; root += step) sum += 2 * step * ricker(t - root * root * period);
    return sum;
}

/// Tones of a Ricker pulse; far from a line source their energies are divided by the frequency.
std::vector<PulseTone> tones_of_ricker(bool line_source) {
    std::vector<PulseTone> tones;
    for (int j = 0; j < 48; ++j) {
        const double x = 3 * (j + 0.5) / 48;
        tones.push_back({x * peak_hz, std::pow(x, line_source ? 3 : 4) * std::exp(-2 * x * x)});
    }
    return tones;
}

/// Largest sum of pulses and of their changes, from the formula.
LoudestSum expected_of(const std::vector<ShiftedArrival>& arrivals, const std::function<double(double)>& pulse,
                       double late, double until_m) {
    LoudestSum loudest;
    double peak = 0;
    for (double t = -period; t < period; t += period / 200) peak = std::max(peak, std::abs(pulse(t)));
    for (double way = -1; way < until_m; way += speed * period / 100) {
        double asked = 0, error = 0;
        for (const ShiftedArrival& one : arrivals) {
            asked += one.level * pulse((way - one.asked_m) / speed) / peak;
            error += one.level *
                     (pulse((way - one.gridded_m - late * one.asked_m) / speed) - pulse((way - one.asked_m) / speed)) /
                     peak;
        }
        loudest = {std::max(loudest.level, std::abs(asked)), std::max(loudest.error, std::abs(error))};
    }
    return loudest;
}

/// Pulses that overlap partly, with signs, and some that come too late to be heard.
TEST(PulseSums, AreThoseOfTheFormula) {
    const std::vector<ShiftedArrival> arrivals{{7, 7.2, 1},     {9.5, 9.1, 0.8}, {11.7, 12.3, -0.6},
                                               {30, 30.5, 0.5}, {33, 32, 0.7},   {60, 66, 5}};
    for (const bool line_source : {false, true})
        for (const double late : {0.0, 0.02, -0.05}) {
            const PulseSums sums(
                tones_of_ricker(line_source), [&](double) { return late / speed; }, speed, line_source, 50);
            const auto pulse = line_source ? ricker_of_line : ricker;
            for (const double until_m : {21.0, 45.0}) {
                const LoudestSum found = sums.of(arrivals, until_m);
                const LoudestSum expected = expected_of(arrivals, pulse, late, until_m);
                EXPECT_NEAR(found.level, expected.level, 0.03 * expected.level)
                    << line_source << ' ' << late << ' ' << until_m;
                EXPECT_NEAR(found.error, expected.error, 0.04 * expected.error)
                    << line_source << ' ' << late << ' ' << until_m;
            }
        }
}

/// What begins before the end is as far away as half a pulse is long.
TEST(PulseSums, PulsesBeginBeforeTheirCentres) {
    const PulseSums sums(
        tones_of_ricker(false), [](double) { return 0.0; }, speed, false, 50);
    const double begun = sums.begun_m(20);
    EXPECT_LT(std::abs(ricker((begun - 20) / speed)), 0.01);
    EXPECT_GT(std::abs(ricker(0.8 * (begun - 20) / speed)), 1e-3);
}

TEST(PulseSums, OfNothingIsNothing) {
    const PulseSums sums(
        tones_of_ricker(true), [](double) { return 0.0; }, speed, true, 50);
    EXPECT_EQ(sums.of({}, 40).level, 0);
    EXPECT_EQ(sums.of({{7, 7.2, 1}}, 0).error, 0);
}

}  // namespace
}  // namespace wavesim
