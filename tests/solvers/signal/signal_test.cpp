// SPDX-License-Identifier: MIT
#include "solvers/signal/signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace wavesim {
namespace {

using std::numbers::pi;

SignalRequest request(SignalKind kind) {
    SignalRequest r;
    r.kind = kind;
    r.amplitude_pa_m = 2;
    r.frequency_hz = 400;
    r.width_s = 5e-4;
    return r;
}

/// Mean of s over [t - T, t + T] by Simpson's rule with 2000 panels.
double box_average(const Signal& signal, double t, double time_step) {
    constexpr int panels = 2000;
    const double h = 2 * time_step / panels;
    double sum = 0;
    for (int i = 0; i <= panels; ++i)
        sum += signal.value(t - time_step + i * h) * (i == 0 || i == panels ? 1 : i % 2 ? 4 : 2);
    return sum * h / 3 / (2 * time_step);
}

TEST(Signal, PeaksAreTheAmplitude) {
    const double f = 400;
    EXPECT_DOUBLE_EQ(Signal(request(SignalKind::ricker), 1e-5).value(1.5 / f), 2);
    EXPECT_DOUBLE_EQ(Signal(request(SignalKind::gaussian), 1e-5).value(5 * 5e-4), 2);
    EXPECT_DOUBLE_EQ(Signal(request(SignalKind::dgauss), 1e-5).value(4 * 5e-4), 2);
    EXPECT_NEAR(Signal(request(SignalKind::sine), 1e-5).value(10.25 / f), 2, 1e-12);
}

TEST(Signal, NothingSoundsBeforeTimeZero) {
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss, SignalKind::sine})
        EXPECT_EQ(Signal(request(kind), 1e-5).value(-1e-6), 0);
}

TEST(Signal, AnExplicitDelayReplacesTheDefault) {
    SignalRequest r = request(SignalKind::ricker);
    r.delay_s = 0.02;
    EXPECT_DOUBLE_EQ(Signal(r, 1e-5).value(0.02), 2);
}

TEST(Signal, FilteredSamplesAreTheMeanOverTwoSteps) {
    const double time_step = 2e-4;
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss, SignalKind::sine}) {
        const Signal signal(request(kind), time_step);
        const std::vector<double> filtered = signal.sample(60, true);
        for (std::int64_t n = 1; n < 60; ++n)
            EXPECT_NEAR(filtered[static_cast<std::size_t>(n)],
                        box_average(signal, static_cast<double>(n) * time_step, time_step), 1e-9)
                << "kind " << static_cast<int>(kind) << " step " << n;
    }
}

TEST(Signal, TheMeanCountsNothingBeforeTimeZero) {
    SignalRequest r = request(SignalKind::gaussian);
    r.delay_s = 0;
    const double time_step = 1e-4;
    const Signal signal(r, time_step);
    EXPECT_NEAR(signal.sample(1, true)[0] * 2 * time_step,
                box_average(signal, time_step / 2, time_step / 2) * time_step, 1e-9);
}

TEST(Signal, AnImpulseHasUnitAreaAtOneStep) {
    const double time_step = 1e-4;
    const Signal signal(request(SignalKind::impulse), time_step);
    const std::vector<double> plain = signal.sample(10, false);
    const std::vector<double> filtered = signal.sample(10, true);
    EXPECT_DOUBLE_EQ(plain[2], 2 / time_step);
    EXPECT_DOUBLE_EQ(std::accumulate(plain.begin(), plain.end(), 0.0), 2 / time_step);
    EXPECT_DOUBLE_EQ(filtered[1], 0.5 / time_step);
    EXPECT_DOUBLE_EQ(filtered[2], 1.0 / time_step);
    EXPECT_DOUBLE_EQ(filtered[3], 0.5 / time_step);
}

TEST(Signal, ASineRampsUpOverItsCycles) {
    SignalRequest r = request(SignalKind::sine);
    r.ramp_cycles = 4;
    const Signal signal(r, 1e-5);
    EXPECT_NEAR(signal.value(2.25 / 400), 2 * 0.5 * (1 - std::cos(pi * 2.25 / 4)), 1e-12);
    r.ramp_cycles = 0;
    EXPECT_NEAR(Signal(r, 1e-5).value(0.25 / 400), 2, 1e-12);
    r.ramp_cycles = 0.5;  // the ramp's difference frequency is 0
    EXPECT_NEAR(Signal(r, 1e-4).sample(9, true)[8], box_average(Signal(r, 1e-4), 8e-4, 1e-4), 1e-9);
}

/// A burst of `f` Hz sampled at `rate`.
SignalRequest sampled_burst(double f, double rate, int count) {
    SignalRequest r;
    r.kind = SignalKind::samples;
    r.sample_rate_hz = rate;
    for (int i = 0; i < count; ++i) r.samples.push_back(std::sin(2 * pi * f * i / rate));
    return r;
}

TEST(Signal, SamplesAreInterpolatedWithinTheirBand) {
    const double rate = 8000;
    for (const double f : {100.0, 1000.0, 3000.0}) {
        const Signal signal(sampled_burst(f, rate, 400), 1.7e-5);
        for (double t = 0.02; t < 0.03; t += 3.1e-5)
            EXPECT_NEAR(signal.value(t), std::sin(2 * pi * f * t), 1e-4) << f << " Hz";
    }
}

TEST(Signal, WhatTheTimeStepCannotCarryIsRemoved) {
    const double time_step = 1.0 / 4000;
    const Signal low(sampled_burst(1500, 48000, 4800), time_step);
    const Signal high(sampled_burst(2500, 48000, 4800), time_step);
    for (double t = 0.03; t < 0.06; t += 1.3e-4) {
        EXPECT_NEAR(low.value(t), std::sin(2 * pi * 1500 * t), 1e-4);
        EXPECT_NEAR(high.value(t), 0, 1e-4);
    }
}

TEST(Signal, FilteredSamplesUseTheOneFourOneMean) {
    const Signal signal(sampled_burst(300, 8000, 400), 1e-4);
    const std::vector<double> plain = signal.sample(40, false);
    const std::vector<double> filtered = signal.sample(40, true);
    EXPECT_NEAR(filtered[20], (plain[19] + 4 * plain[20] + plain[21]) / 6, 1e-15);
}

TEST(Signal, EndBoundsTheSignal) {
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss}) {
        const Signal signal(request(kind), 1e-5);
        for (double t = signal.end(); t < 3 * signal.end(); t += 1e-4) EXPECT_LT(std::abs(signal.value(t)), 2e-9);
    }
}

}  // namespace
}  // namespace wavesim
