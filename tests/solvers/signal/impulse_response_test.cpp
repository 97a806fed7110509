// SPDX-License-Identifier: MIT
#include "solvers/signal/impulse_response.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "solvers/signal/signal.hpp"

namespace wavesim {
namespace {

constexpr double interval_s = 1.0 / 21'000, way_s = 0.0301, gain = 0.04;
constexpr std::int64_t trace_samples = 21'000;

SignalRequest pulse(SignalKind kind) {
    SignalRequest request;
    request.kind = kind;
    request.amplitude_pa_m = -3;
    request.frequency_hz = 400;
    request.width_s = 3e-4;
    return request;
}

std::vector<double> arriving(const SignalRequest& request) {
    const Signal signal(request, interval_s);
    std::vector<double> trace(trace_samples, 0);
    for (std::size_t n = 0; n < trace.size(); ++n)
        trace[n] = gain * signal.value(static_cast<double>(n) * interval_s - way_s);
    return trace;
}

std::complex<double> spectrum_at(const std::vector<double>& response, double rate_hz, double hz) {
    std::complex<double> sum = 0;
    for (std::size_t n = 0; n < response.size(); ++n)
        sum += response[n] * std::polar(1.0, -2 * std::numbers::pi * hz * static_cast<double>(n) / rate_hz);
    return sum;
}

TEST(ImpulseResponseTest, FlatSilentBeforeArrivalAndOfTheLevelOfOnePascalMetre) {
    for (const double rate_hz : {44'100.0, 48'000.0})
        for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss}) {
            const ResponseOutput wanted{40, 1000, rate_hz};
            const SignalRequest request = pulse(kind);
            const ImpulseResponses responses(wanted, request, trace_samples, interval_s);
            const std::vector<double> response = responses(arriving(request));
            ASSERT_EQ(std::ssize(response), responses.length());
            for (double hz = wanted.low_hz; hz <= wanted.high_hz; hz *= 1.07)
                EXPECT_NEAR(std::abs(spectrum_at(response, rate_hz, hz)) / gain, 1, 3e-3) << hz << " Hz";
            EXPECT_LT(std::abs(spectrum_at(response, rate_hz, 0)), 1e-4 * gain) << "a mean is left";
            EXPECT_LT(std::abs(spectrum_at(response, rate_hz, 1.31 * wanted.high_hz)), 1e-4 * gain);
            const auto peak = std::ranges::max_element(response);
            EXPECT_NEAR(static_cast<double>(peak - response.begin()) / rate_hz, way_s, 1 / rate_hz);
            const auto silent = static_cast<std::ptrdiff_t>((way_s - 8 / wanted.high_hz) * rate_hz);
            for (auto p = response.begin(); p < response.begin() + silent; ++p)
                ASSERT_LT(std::abs(*p), 1e-3 * *peak) << (p - response.begin()) / rate_hz << " s";
        }
}

TEST(ImpulseResponseTest, AnImpulseIsItsOwnResponse) {
    const ResponseOutput wanted{20, 4000, 48'000};
    const ImpulseResponses responses(wanted, pulse(SignalKind::impulse), trace_samples, interval_s);
    std::vector<double> trace(trace_samples, 0);
    trace[2 + 1050] = -3 / interval_s * gain;  // sent at step 2, on its way for 50 ms
    const std::vector<double> response = responses(trace);
    for (const double hz : {20.0, 100.0, 4000.0})
        EXPECT_NEAR(std::abs(spectrum_at(response, 48'000, hz)) / gain, 1, 3e-3) << hz << " Hz";
    const auto peak = std::ranges::max_element(response);
    EXPECT_NEAR(static_cast<double>(peak - response.begin()) / 48'000, 0.05, 1 / 48'000.0);
}

TEST(ImpulseResponseTest, WhatATruncatedTraceTellsIsRightToTheEnd) {
    // A second arrival beyond the end of the response is cut through by the end of the trace.
    const ResponseOutput wanted{40, 1000, 48'000};
    const SignalRequest request = pulse(SignalKind::ricker);
    std::vector<double> trace = arriving(request);
    const std::vector<double> before = ImpulseResponses(wanted, request, trace_samples, interval_s)(trace);
    const Signal signal(request, interval_s);
    const double late_s = trace_samples * interval_s - signal.delay();
    for (std::size_t n = 0; n < trace.size(); ++n)
        trace[n] += gain * signal.value(static_cast<double>(n) * interval_s - late_s);
    const std::vector<double> after = ImpulseResponses(wanted, request, trace_samples, interval_s)(trace);
    const double peak = *std::ranges::max_element(before);
    for (std::size_t n = 0; n < before.size(); ++n) ASSERT_NEAR(after[n], before[n], 0.02 * peak) << n;
}

TEST(ImpulseResponseTest, LevelsOfPulsesAreThoseOfTheirSamples) {
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss, SignalKind::impulse}) {
        const SignalRequest request = pulse(kind);
        const std::vector<double> sent = Signal(request, interval_s).sample(2000, false);
        double largest = 0;
        for (double hz = 1; hz < 3000; hz += 1) largest = std::max(largest, std::abs(spectrum_at(sent, 21'000, hz)));
        for (const double hz : {50.0, 300.0, 900.0})
            EXPECT_NEAR(pulse_level(request, hz), std::abs(spectrum_at(sent, 21'000, hz)) / largest, 1e-4);
    }
}

}  // namespace
}  // namespace wavesim
