// SPDX-License-Identifier: MIT
#include "io/result/resampler.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace wavesim {
namespace {

using std::numbers::pi;
using Sound = std::function<double(double)>;  // of time, s

std::vector<double> sampled(const Sound& sound, double interval_s, std::int64_t count) {
    std::vector<double> values(static_cast<std::size_t>(count));
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = sound(static_cast<double>(n) * interval_s);
    return values;
}

/// Largest difference from the sound sampled at the new interval itself, over the samples of a share of the trace.
double largest_error(const Sound& sound, std::int64_t steps, double step_s, double interval_s, double from, double to) {
    const Resampler resampler(steps, step_s, interval_s);
    const std::vector<float> out = resampler(sampled(sound, step_s, steps));
    const std::vector<double> exact = sampled(sound, interval_s, resampler.length());
    double worst = 0;
    for (std::size_t n = 0; n < out.size(); ++n)
        if (const double at = static_cast<double>(n) / static_cast<double>(out.size()); at >= from && at <= to)
            worst = std::max(worst, std::abs(static_cast<double>(out[n]) - exact[n]));
    return worst;
}

/// Five tones up to a frequency that fade in over a fifth of the time; none is louder than the peak, 1.
Sound tones_up_to(double highest_hz, double length_s, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0.2, 1);
    std::vector<std::array<double, 2>> tones{{highest_hz, 2 * pi * share(random)}};
    while (tones.size() < 5) tones.push_back({highest_hz * share(random), 2 * pi * share(random)});
    return [tones, length_s](double t) {
        const double fade = t < length_s / 5 ? 0.5 - 0.5 * std::cos(pi * t / (length_s / 5)) : 1;
        double sum = 0;
        for (const auto& [frequency, phase] : tones) sum += std::sin(2 * pi * frequency * t + phase);
        return fade * sum / 4;
    };
}

/// Error at the end, of the loudest of some tones up to `share` of the highest frequency that either side carries.
double error_at_the_end(double step_s, double interval_s, double share) {
    const double highest_hz = share * 0.5 / std::max(step_s, interval_s);
    const auto steps = static_cast<std::int64_t>(700 * std::max(1.0, interval_s / step_s));
    double worst = 0;
    for (unsigned seed = 0; seed < 8; ++seed) {
        const Sound sound = tones_up_to(highest_hz, static_cast<double>(steps) * step_s, seed);
        worst = std::max(worst, largest_error(sound, steps - seed, step_s, interval_s, 0.7, 1));
    }
    return worst;
}

TEST(Resampler, TheLastSamplesAreRightWhereSoundGoesOn) {
    for (const double share : {0.1, 0.3, 0.5, 0.8}) {
        EXPECT_LT(error_at_the_end(0.31e-3, 4e-3, share), 1e-4) << share;
        EXPECT_LT(error_at_the_end(1.07e-3, 4e-3, share), 1e-4) << share;
        EXPECT_LT(error_at_the_end(23.1e-6, 1.0 / 8000, share), 1e-4) << share;
    }
    for (const double share : {0.05, 0.2, 0.35, 0.45}) {
        EXPECT_LT(error_at_the_end(57.3e-6, 1.0 / 48000, share), 1e-4) << share;
        EXPECT_LT(error_at_the_end(1e-3, 0.97e-3, share), 1e-4) << share;
        EXPECT_LT(error_at_the_end(1.0 / 48100, 1.0 / 48000, share), 1e-4) << share;
    }
}

TEST(Resampler, NoSampleIsLaterThanTheLastStep) {
    EXPECT_EQ(Resampler(1000, 1e-3, 4e-3).length(), 250);  // 0 to 996 of 999 ms
    EXPECT_EQ(Resampler(1001, 1e-3, 4e-3).length(), 251);  // 1000 of 1000 ms
    EXPECT_EQ(Resampler(2000, 1.0 / 20000, 1.0 / 48000).length(), 4798);
    EXPECT_EQ(Resampler(1, 1.0 / 8000, 1.0 / 48000).length(), 1);
}

/// A trace that ends in noise which the new rate cannot hold is not made louder.
TEST(Resampler, NoiseAtTheEndDoesNotGrow) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal(0, 1e-3);
    std::vector<double> noise(6000);
    for (double& value : noise) value = normal(random);

    for (const double interval_s : {4e-3, 0.36e-3}) {
        const std::vector<float> out = Resampler(6000, 1e-3, interval_s)(noise);
        EXPECT_LT(std::abs(*std::ranges::max_element(out, {}, [](float x) { return std::abs(x); })), 0.01)
            << interval_s;
    }
}

TEST(Resampler, KeepsFrequencyAmplitudeAndPhaseOfASine) {
    const auto sine = [](double frequency_hz) {
        return [frequency_hz](double t) { return std::sin(2 * pi * frequency_hz * t); };
    };
    EXPECT_LT(largest_error(sine(1000), 17320, 1 / 17320.5, 1.0 / 48000, 0.25, 0.75), 1e-5);
    EXPECT_LT(largest_error(sine(443.7), 61234, 1 / 61234.5, 1.0 / 44100, 0.25, 0.75), 1e-5);
    EXPECT_LT(largest_error(sine(100), 5000, 1.0 / 5000, 1.0 / 48000, 0.25, 0.75), 1e-5);
}

TEST(Resampler, RemovesWhatTheNewRateCannotHold) {
    const auto sine = [](double t) { return std::sin(2 * pi * 9000 * t); };
    const std::vector<float> out = Resampler(40000, 1.0 / 40000, 1.0 / 16000)(sampled(sine, 1.0 / 40000, 40000));
    for (std::size_t n = out.size() / 4; n < out.size() * 3 / 4; ++n) EXPECT_LT(std::abs(out[n]), 1e-5);
}

TEST(Resampler, KeepsTheTimeOfAPulse) {
    const Sound pulse = [](double t) { return std::exp(-0.5 * std::pow((t - 0.05) / 0.0005, 2)); };

    const std::vector<float> out = Resampler(2000, 1.0 / 20000, 1.0 / 48000)(sampled(pulse, 1.0 / 20000, 2000));

    EXPECT_EQ(std::max_element(out.begin(), out.end()) - out.begin(), 2400);
    EXPECT_NEAR(*std::max_element(out.begin(), out.end()), 1.0, 1e-5);
}

TEST(Resampler, TakesShortAndEmptyTracesAndRefusesAbsurdRates) {
    EXPECT_TRUE(Resampler(0, 1.0 / 8000, 1.0 / 48000)({}).empty());
    EXPECT_EQ(Resampler(1, 1.0 / 8000, 1.0 / 48000)(std::vector<double>{1.0}).size(), 1u);
    EXPECT_EQ(Resampler(3, 1.0 / 8000, 1.0 / 48000)(std::vector<double>{0, 1.0, 0}).size(), 13u);
    EXPECT_THROW(Resampler(1, 1e-8, 1.0 / 8000), std::domain_error);
}

}  // namespace
}  // namespace wavesim
