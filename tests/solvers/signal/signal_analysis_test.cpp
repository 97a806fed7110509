// SPDX-License-Identifier: MIT
#include "solvers/signal/signal_analysis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/signal/signal.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;

SignalRequest pulse(SignalKind kind) {
    SignalRequest request;
    request.kind = kind;
    request.frequency_hz = 400;
    request.width_s = 5e-4;
    return request;
}

/// Sines of 100 Hz and 1 kHz with amplitudes 3 and 1, so that a tenth of the energy is the higher one's.
SignalRequest two_tones(double seconds) {
    SignalRequest request;
    request.kind = SignalKind::samples;
    request.sample_rate_hz = 48000;
    for (int n = 0; n < static_cast<int>(48000 * seconds); ++n)
        request.samples.push_back(3 * std::sin(2 * pi * 100 * n / 48000) + std::sin(2 * pi * 1000 * n / 48000));
    return request;
}

/// Share above a frequency by a plain Fourier sum over samples of the pulse.
double summed_energy_above(const SignalRequest& request, double frequency_hz) {
    const Signal signal(request, 0);
    const double step = 2e-5;
    const double spectral_step = 10;
    double above = 0;
    double all = 0;
    for (double f = spectral_step / 2; f < 4000; f += spectral_step) {
        double re = 0;
        double im = 0;
        for (double t = 0; t < signal.end(); t += step) {
            re += signal.value(t) * std::cos(2 * pi * f * t);
            im += signal.value(t) * std::sin(2 * pi * f * t);
        }
        const double energy = re * re + im * im;
        all += energy;
        if (f > frequency_hz) above += energy;
    }
    return above / all;
}

TEST(SignalAnalysis, PulsesHaveTheEnergyOfTheirFourierSums) {
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss})
        for (const double frequency : {100.0, 400.0, 800.0})
            EXPECT_NEAR(energy_above(pulse(kind), frequency, 1), summed_energy_above(pulse(kind), frequency), 2e-3)
                << static_cast<int>(kind) << " above " << frequency;
}

TEST(SignalAnalysis, TonesAreAboveOrBelow) {
    EXPECT_EQ(energy_above(pulse(SignalKind::sine), 390, 1), 1);
    EXPECT_EQ(energy_above(pulse(SignalKind::sine), 400, 1), 0);
    EXPECT_EQ(energy_above(pulse(SignalKind::impulse), 1e6, 1), 1);
}

TEST(SignalAnalysis, SamplesAreTransformedInBlocks) {
    EXPECT_NEAR(energy_above(two_tones(0.25), 500, 100), 0.1, 2e-3);
    EXPECT_NEAR(energy_above(two_tones(30), 500, 100), 0.1, 2e-3);  // 88 blocks, 64 are looked at
    EXPECT_LT(energy_above(two_tones(0.25), 1200, 100), 2e-3);
    EXPECT_EQ(energy_above(two_tones(0.25), 24001, 100), 0);
}

TEST(SignalAnalysis, OnlyWhatIsPlayedCounts) {
    SignalRequest request = two_tones(0.25);
    for (std::size_t n = request.samples.size() / 2; n < request.samples.size(); ++n)
        request.samples[n] = n % 2 == 0 ? 100 : -100;  // 24 kHz
    request.delay_s = 0.5;

    EXPECT_GT(energy_above(request, 20000, 100), 0.99);
    EXPECT_LT(energy_above(request, 20000, 0.5 + 0.125), 1e-3);
    EXPECT_EQ(energy_above(request, 20000, 0.4), 0);
}

TEST(SignalAnalysis, PulsesAreHeardFromAThousandthOfTheirPeak) {
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss}) {
        SignalRequest request = pulse(kind);
        request.delay_s = 0.1;
        const Signal signal(request, 0);

        const Heard heard = when_heard(request);

        EXPECT_NEAR(std::abs(signal.value(heard.begin)), 1e-3, 1e-5);
        EXPECT_NEAR(std::abs(signal.value(heard.end)), 1e-3, 1e-5);
        EXPECT_EQ(heard.centre, 0.1);
    }
    EXPECT_GT(when_heard(pulse(SignalKind::ricker)).begin, 0);  // default delays cut nothing off
    EXPECT_GT(when_heard(pulse(SignalKind::gaussian)).begin, 0);
    EXPECT_GT(when_heard(pulse(SignalKind::dgauss)).begin, 0);
    EXPECT_EQ(when_heard(pulse(SignalKind::sine)).end, std::numeric_limits<double>::infinity());
    EXPECT_EQ(when_heard(two_tones(0.25)).end, 0.25);
}

TEST(SignalAnalysis, DefaultDelaysAreNoFault) {
    SignalRequest request = pulse(SignalKind::ricker);
    EXPECT_EQ(why_silent(request, 1e-6), "");
    request.delay_s = 1.5 / 400;
    EXPECT_EQ(why_silent(request, 1e-3), "begins at 0.001255 s, the run ends at 0.001 s (time.duration)");
    EXPECT_EQ(why_silent(request, 1e-2), "");
}

}  // namespace
}  // namespace wavesim
