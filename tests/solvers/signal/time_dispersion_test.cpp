// SPDX-License-Identifier: MIT
#include "solvers/signal/time_dispersion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace wavesim {
namespace {

using Transform = TimeDispersion::Transform;

// Each wave of a scheme is an oscillator u'' = -Omega^2 u + s; times are in steps. Modes as in a room: from slow ones
// to those with 6 steps per period.
const std::vector<double> modes{0.03, 0.11, 0.5, 1.0};

std::vector<double> sampled(const std::function<double(double)>& signal, std::int64_t steps) {
    std::vector<double> samples;
    for (std::int64_t n = 0; n < steps; ++n) samples.push_back(signal(static_cast<double>(n)));
    return samples;
}

/// Sum of the modes in the scheme u+ = 2 u - u- - Omega^2 u + s.
std::vector<double> run_scheme(const std::vector<double>& signal, std::int64_t steps) {
    std::vector<double> trace(static_cast<std::size_t>(steps), 0);
    for (const double mode : modes) {
        double now = 0, before = 0;
        for (std::size_t n = 0; n < trace.size(); ++n) {
            trace[n] += now;
            const double next = 2 * now - before - mode * mode * now + (n < signal.size() ? signal[n] : 0);
            before = now;
            now = next;
        }
    }
    return trace;
}

/// The same in truth: the integral of s(t') sin(Omega (t - t')) / Omega over t' from 0 to t, by Simpson's rule in 64ths
/// of a step; `end`: of the signal.
double exact(const std::function<double(double)>& signal, double end, double t) {
    const double until = std::min(t, end);
    const int parts = 8 * static_cast<int>(std::ceil(until));
    if (parts == 0) return 0;
    double sum = 0;
    for (int k = 0; k <= parts; ++k) {
        const double at = until * k / parts;
        const double weight = k == 0 || k == parts ? 1 : 2 + 2 * (k % 2);
        for (const double mode : modes) sum += weight * signal(at) * std::sin(mode * (t - at)) / mode;
    }
    return sum * until / parts / 3;
}

double gaussian(double t) { return std::exp(-std::pow((t - 45) / 6, 2) / 2); }
constexpr std::int64_t gaussian_ends = 90;

/// The trace of the scheme that is fed with the dispersed signal, cut off after so many steps.
std::vector<double> dispersed_trace(std::int64_t recorded) {
    const auto signal = sampled(gaussian, gaussian_ends);
    return run_scheme(TimeDispersion(Transform::add, gaussian_ends, recorded)(signal), recorded);
}

/// Largest error of samples, relative to the largest sample.
double error_of(const std::vector<double>& samples) {
    double worst = 0;
    double peak = 0;
    for (std::size_t n = 0; n < samples.size(); ++n) {
        const double truth = exact(gaussian, gaussian_ends, static_cast<double>(n));
        worst = std::max(worst, std::abs(samples[n] - truth));
        peak = std::max(peak, std::abs(truth));
    }
    return worst / peak;
}

/// What is cut off at the end has all frequencies; those that are faded ring by so much.
constexpr double tail = 2e-7;

TEST(TimeDispersion, SchemeGivesTheTruthToTheLastSample) {
    for (const std::int64_t steps : {120, 700, 2500}) {
        const std::int64_t recorded = steps + steps_beyond(steps);

        const auto trace = TimeDispersion(Transform::remove, recorded, steps)(dispersed_trace(recorded));

        ASSERT_EQ(std::ssize(trace), steps);
        EXPECT_LT(error_of(trace), tail) << steps << " steps";
        const double plain = error_of(run_scheme(sampled(gaussian, gaussian_ends), steps));
        EXPECT_GT(plain, 5e-6 * static_cast<double>(steps)) << "what the scheme alone gives";
    }
}

TEST(TimeDispersion, WhatIsCutOffTooEarlyIsSeenAtTheEnd) {
    const std::int64_t steps = 700;
    const auto trace = TimeDispersion(Transform::remove, steps, steps)(dispersed_trace(steps));

    EXPECT_GT(error_of(trace), 1e-3);
    const std::int64_t good = steps_before_cut(steps);
    EXPECT_GT(good, steps - 100);
    EXPECT_LT(error_of({trace.begin(), trace.begin() + good}), tail);
}

TEST(TimeDispersion, StepsBeforeACutAreThoseThatAnEndLeaves) {
    for (const std::int64_t steps : {1, 100, 10'000, 1'000'000}) {
        const std::int64_t recorded = steps + steps_beyond(steps);
        EXPECT_LE(steps_before_cut(recorded), steps);
        EXPECT_GE(steps_before_cut(recorded), steps - 6);
    }
    EXPECT_EQ(steps_before_cut(3), 0);
}

// A tone of Omega turns by 2 asin(Omega / 2) per step of the scheme; the same energy in fewer lines per frequency makes
// it 1 / cos louder. It goes on beyond the end.
TEST(TimeDispersion, TonesKeepTheirShapeToTheEndOfTheRun) {
    const double tone = 0.9;
    const std::int64_t steps = 600;
    const auto signal = [tone](double t) { return (1 + std::erf((t - 60) / 12)) / 2 * std::sin(tone * t); };
    const std::int64_t from = steps_of_signal(steps);

    const auto dispersed = TimeDispersion(Transform::add, from, steps)(sampled(signal, from));

    const double half_angle = std::asin(tone / 2);
    for (std::int64_t n = 200; n < steps; ++n)
        ASSERT_NEAR(dispersed[static_cast<std::size_t>(n)],
                    std::sin(2 * half_angle * static_cast<double>(n)) / std::cos(half_angle), tail)
            << "step " << n;
}

// What an impulse at the step from which time counts excites needs no dispersed signal.
TEST(TimeDispersion, ImpulsesStayWhereTimeCountsFrom) {
    const std::int64_t zero = 20;
    const std::int64_t steps = 1000;
    const std::int64_t recorded = steps + steps_beyond(steps);
    std::vector<double> impulse(zero + 1, 0);
    impulse[zero] = 1;

    const auto trace = TimeDispersion(Transform::remove, recorded, steps, zero)(run_scheme(impulse, recorded));

    for (std::int64_t n = zero + 200; n < steps; ++n) {  // later than the fade rings
        double truth = 0;
        for (const double mode : modes) truth += std::sin(mode * static_cast<double>(n - zero)) / mode;
        ASSERT_NEAR(trace[static_cast<std::size_t>(n)], truth, 1e-4) << "step " << n;
    }
}

TEST(TimeDispersion, MemoryIsThatOfItsTransforms) {
    for (const Transform transform : {Transform::add, Transform::remove}) {
        const std::int64_t bytes = TimeDispersion::bytes(transform, 10'000, 10'000);
        EXPECT_GT(bytes, 10'000 * 8 * 10);
        EXPECT_LT(bytes, 10'000 * 8 * 40);
    }
}

}  // namespace
}  // namespace wavesim
