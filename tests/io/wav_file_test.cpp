// SPDX-License-Identifier: MIT
#include "io/wav_file.hpp"

#include <gmock/gmock.h>
#include <sndfile.h>

#include <cmath>
#include <numbers>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;

std::vector<double> sine(double frequency_hz, double rate_hz, std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t n = 0; n < count; ++n)
        values[n] = std::sin(2 * pi * frequency_hz * static_cast<double>(n) / rate_hz);
    return values;
}

/// Largest difference from the same sine at the new rate, away from the two ends where the sine starts and stops.
double resampling_error(double frequency_hz, double from_hz, double to_hz, double expected_gain = 1) {
    const auto out = resample(sine(frequency_hz, from_hz, static_cast<std::size_t>(from_hz)), from_hz, to_hz);
    double worst = 0;
    for (std::size_t n = out.size() / 4; n < out.size() * 3 / 4; ++n)
        worst =
            std::max(worst, std::abs(static_cast<double>(out[n]) -
                                     expected_gain * std::sin(2 * pi * frequency_hz * static_cast<double>(n) / to_hz)));
    return worst;
}

TEST(Resample, KeepsFrequencyAmplitudeAndPhaseOfASine) {
    EXPECT_LT(resampling_error(1000, 17320.5, 48000), 1e-5);
    EXPECT_LT(resampling_error(443.7, 61234.5, 44100), 1e-5);
    EXPECT_LT(resampling_error(100, 5000, 48000), 1e-5);
}

TEST(Resample, RemovesWhatTheNewRateCannotHold) { EXPECT_LT(resampling_error(9000, 40000, 16000, 0), 1e-5); }

TEST(Resample, KeepsTheDurationAndTheTimeOfAPulse) {
    std::vector<double> pulse(2000);
    for (std::size_t n = 0; n < pulse.size(); ++n) {
        const double t = (static_cast<double>(n) / 20000 - 0.05) / 0.0005;
        pulse[n] = std::exp(-t * t / 2);
    }

    const auto out = resample(pulse, 20000, 48000);

    EXPECT_EQ(out.size(), 4800u);
    EXPECT_EQ(std::max_element(out.begin(), out.end()) - out.begin(), 2400);
    EXPECT_NEAR(*std::max_element(out.begin(), out.end()), 1.0, 1e-5);
}

TEST(Resample, TakesShortAndEmptyTracesAndRefusesAbsurdRates) {
    EXPECT_TRUE(resample({}, 8000, 48000).empty());
    EXPECT_EQ(resample(std::vector<double>{1.0}, 8000, 48000).size(), 6u);
    EXPECT_THROW(resample(std::vector<double>{1.0}, 1e8, 8000), std::domain_error);
}

TEST(WavBytes, RoundTripThroughLibsndfile) {
    const TemporaryFolder folder;
    const std::vector<float> samples{0.0f, 0.5f, -0.25f, 1e-9f, 2.5f};
    write_file(folder.path() / "a.wav", wav_bytes(samples, 44100));

    SF_INFO info{};
    SNDFILE* file = sf_open((folder.path() / "a.wav").c_str(), SFM_READ, &info);
    ASSERT_NE(file, nullptr);
    std::vector<float> back(static_cast<std::size_t>(info.frames));
    sf_readf_float(file, back.data(), info.frames);
    sf_close(file);

    EXPECT_EQ(info.samplerate, 44100);
    EXPECT_EQ(info.channels, 1);
    EXPECT_EQ(info.format, SF_FORMAT_WAV | SF_FORMAT_FLOAT);
    EXPECT_EQ(back, samples);
    EXPECT_EQ(wav_bytes(samples, 44100), wav_bytes(samples, 44100));
}

}  // namespace
}  // namespace wavesim
