// SPDX-License-Identifier: MIT
#include "acoustics/room_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "acoustics/band_filter.hpp"
#include "acoustics/noise_floor.hpp"

namespace wavesim {
namespace {

constexpr double step_s = 1.0 / 24000;
const AnalysedBand octave_1000{1000, 1};

/// Noise below an envelope that loses 60 dB in `seconds_60` from `begin_s` on, over a floor `floor_db` below it.
std::vector<double> noise_decay(double seconds_60, double length_s, double begin_s, double floor_db,
                                double second_60 = 0, double second_db = 0) {
    std::mt19937 generator(7);
    std::normal_distribution<double> normal;
    std::vector<double> trace(static_cast<std::size_t>(length_s / step_s));
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const double t = static_cast<double>(i) * step_s - begin_s;
        double envelope = t < 0 ? 0 : std::pow(10, -3 * t / seconds_60);
        if (second_60 > 0 && t >= 0) envelope = std::hypot(envelope, std::pow(10, second_db / 20 - 3 * t / second_60));
        trace[i] = normal(generator) * envelope + normal(generator) * std::pow(10, floor_db / 20);
    }
    return trace;
}

TEST(RoomNumbers, ADirectSoundAndFourEchoes) {
    std::vector<double> response(static_cast<std::size_t>(1.5 / step_s));
    const std::size_t begin = 480, ms = 24;
    response[begin] = 1;
    response[begin + 47 * ms] = 0.5;
    response[begin + 53 * ms] = 0.4;
    response[begin + 77 * ms] = 0.3;
    response[begin + 83 * ms] = 0.2;
    // Their own energies and what neighbours share: rings of the filter at 1 kHz are gone after 30 ms, half of that at
    // 6 ms.
    const RoomNumbers numbers = room_numbers(response, step_s, octave_1000, {});
    EXPECT_EQ(onset_of(response), begin);
    EXPECT_NEAR(numbers.c50_db, 10 * std::log10(1.25 / 0.29), 0.1);
    EXPECT_NEAR(numbers.c80_db, 10 * std::log10(1.5 / 0.04), 0.1);
    EXPECT_NEAR(numbers.d50, 1.25 / 1.54, 5e-3);
    EXPECT_NEAR(numbers.centre_time_s, (0.047 * 0.25 + 0.053 * 0.16 + 0.077 * 0.09 + 0.083 * 0.04) / 1.54, 3e-4);
}

TEST(RoomNumbers, StrengthIsTheLevelAboveTenMetres) {
    std::vector<double> reference(4000), response(24000);
    reference[100] = 0.3;
    for (std::size_t i = 0; i < 600; ++i)
        response[2000 + 30 * i] = (i % 7 == 0 ? 0.5 : -0.4) * std::exp(-static_cast<double>(i) / 60);
    const double before = room_numbers(response, step_s, octave_1000, reference).strength_db;
    for (double& p : response) p *= 2;
    EXPECT_NEAR(room_numbers(response, step_s, octave_1000, reference).strength_db - before, 20 * std::log10(2), 1e-9);
    EXPECT_NEAR(room_numbers(std::vector(reference), step_s, octave_1000, reference).strength_db, 0, 1e-9);
    EXPECT_TRUE(std::isnan(room_numbers(response, step_s, octave_1000, {}).strength_db));
}

TEST(RoomNumbers, ExponentialDecaysHaveTheirClosedForms) {
    for (const double seconds : {0.6, 1.4}) {
        const RoomNumbers numbers = room_numbers(noise_decay(seconds, 3, 0.05, -200), step_s, octave_1000, {});
        const double rate = 6 * std::numbers::ln10 / seconds;  // of the energy
        // Noise in an octave: 708 Hz times the time constant are independent values; three deviations.
        const double scatter = 3 / std::sqrt(708 / rate);
        EXPECT_NEAR(numbers.t20.seconds, seconds, 0.04 * seconds);
        EXPECT_NEAR(numbers.t30.seconds, seconds, 0.03 * seconds);
        EXPECT_NEAR(numbers.edt.seconds, seconds, scatter * seconds);
        EXPECT_NEAR(numbers.c80_db, 10 * std::log10(std::exp(0.08 * rate) - 1), 4.34 * scatter);
        EXPECT_NEAR(numbers.c50_db, 10 * std::log10(std::exp(0.05 * rate) - 1), 4.34 * scatter);
        EXPECT_NEAR(numbers.centre_time_s, 1 / rate, scatter / rate);
        EXPECT_LT(numbers.t20.nonlinearity, 5);
        EXPECT_LT(std::abs(numbers.curvature_percent), 5);
    }
}

TEST(RoomNumbers, ASecondSlopeShowsInCurvature) {
    const RoomNumbers numbers = room_numbers(noise_decay(0.5, 4, 0.01, -200, 2.5, -22), step_s, octave_1000, {});
    EXPECT_GT(numbers.curvature_percent, 10);
    EXPECT_GT(numbers.t30.nonlinearity, 10);
    EXPECT_LT(numbers.edt.seconds, 0.6);
}

/// A tone in the octave of 63 Hz decays faster than the filter rings; backwards the filter rings before it.
TEST(RoomNumbers, ShortDecaysAreFilteredBackwards) {
    const AnalysedBand octave{std::pow(10, 1.8), 1};
    const double bandwidth = octave.high_hz() - octave.low_hz();
    for (const double seconds : {0.13, 0.24}) {
        std::vector<double> response(static_cast<std::size_t>(2 / step_s));
        const std::size_t begin = 2400;
        for (std::size_t i = begin; i < response.size(); ++i) {
            const double t = static_cast<double>(i - begin) * step_s;
            response[i] = std::sin(2 * std::numbers::pi * octave.middle_hz * t) * std::pow(10, -3 * t / seconds);
        }
        const BandFilter filter = *BandFilter::between(octave.low_hz(), octave.high_hz(), step_s);
        const double forwards = DecayCurve(filter.filter(response), step_s, 0.1).time(range_t20).seconds;
        ASSERT_LT(forwards * bandwidth, 16);
        const ReverberationTime time = BandDecay(response, filter, bandwidth, step_s, 0.1).time(range_t20);
        EXPECT_EQ(time.fault, DecayFault::none);
        EXPECT_NEAR(time.seconds, seconds, 0.03 * seconds);
        if (seconds < 0.2) {
            EXPECT_GT(std::abs(forwards / seconds - 1), 0.1) << "the filter itself";
        }
    }
    std::vector<double> click(static_cast<std::size_t>(1 / step_s));
    click[100] = 1;
    EXPECT_EQ(room_numbers(click, step_s, octave, {}).t20.fault, DecayFault::filter);
}

TEST(RoomNumbers, NoiseIsCutOffOrNamed) {
    const auto with_floor = [](double db) {
        return room_numbers(noise_decay(1, 3, 0.02, db), step_s, octave_1000, {});
    };
    const RoomNumbers clean = with_floor(-200), at_52 = with_floor(-52), at_40 = with_floor(-40);
    EXPECT_NEAR(at_52.t20.seconds, clean.t20.seconds, 0.01);
    EXPECT_NEAR(at_52.t30.seconds, clean.t30.seconds, 0.02) << "without the cut the noise adds 20 per cent";
    EXPECT_NEAR(at_40.t20.seconds, clean.t20.seconds, 0.03);
    EXPECT_EQ(at_40.t30.fault, DecayFault::range) << "45 dB are needed";
    EXPECT_EQ(with_floor(-28).t20.fault, DecayFault::range);
    EXPECT_EQ(with_floor(0).edt.fault, DecayFault::range);
}

TEST(RoomNumbers, NoiseBeginsWhereTheDecayMeetsIt) {
    const std::vector<double> band = BandFilter::between(707, 1414, step_s)->filter(noise_decay(0.8, 3, 0, -45));
    EXPECT_NEAR(static_cast<double>(noise_begin(band, step_s)) * step_s, 0.8 * 45 / 60, 0.03);
}

TEST(RoomNumbers, WhatIsKnownToBeAtFaultIsNotMeasured) {
    const std::vector<double> response = noise_decay(0.6, 2, 0, -200);
    const RoomNumbers numbers = room_numbers(response, step_s, octave_1000, {}, DecayFault::modes);
    EXPECT_EQ(numbers.t20.fault, DecayFault::modes);
    EXPECT_EQ(numbers.energy_fault, DecayFault::modes);
    EXPECT_TRUE(std::isnan(numbers.c80_db));
    EXPECT_EQ(room_numbers(response, step_s, {16000, 1}, {}).t30.fault, DecayFault::grid);
    EXPECT_EQ(room_numbers(std::vector<double>(5000), step_s, octave_1000, {}).edt.fault, DecayFault::silence);
    EXPECT_EQ(room_numbers(noise_decay(1, 0.4, 0, -200), step_s, octave_1000, {}).t20.fault, DecayFault::duration);
}

TEST(AnalysedBand, NamesAndEdgesAreThoseOfTheStandard) {
    const std::vector<AnalysedBand> octaves = bands_between(31.5, 16000, 1);
    ASSERT_EQ(octaves.size(), 10U);
    EXPECT_EQ(octaves[0].name(), "31.5");
    EXPECT_EQ(octaves[2].name(), "125");
    EXPECT_NEAR(octaves[2].middle_hz, 125.89, 0.01);
    EXPECT_NEAR(octaves[5].low_hz(), 707.95, 0.01);
    EXPECT_NEAR(octaves[5].high_hz(), 1412.54, 0.01);
    const std::vector<AnalysedBand> thirds = bands_between(50, 10000, 3);
    ASSERT_EQ(thirds.size(), 24U);
    EXPECT_EQ(thirds[5].name(), "160");
    EXPECT_NEAR(thirds[5].high_hz(), 177.83, 0.01);
}

/// IEC 61260-1, table 1, class 1: least and most attenuation at middle times G^x.
TEST(BandFilter, IsOfClassOne) {
    struct Limit {
        double x, least_db, most_db;
    };
    for (const double rate : {48000.0, 8000.0}) {
        const BandFilter filter = *BandFilter::between(1000 * std::pow(10, -0.15), 1000 * std::pow(10, 0.15), 1 / rate);
        const auto attenuation = [&](double hz) {
            std::vector<double> tone(static_cast<std::size_t>(rate));
            for (std::size_t i = 0; i < tone.size(); ++i)
                tone[i] = std::sin(2 * std::numbers::pi * hz * static_cast<double>(i) / rate);
            const std::vector<double> passed = filter.filter(tone);
            double sum = 0;
            for (std::size_t i = tone.size() / 2; i < tone.size(); ++i) sum += passed[i] * passed[i];
            return -10 * std::log10(4 * sum / rate);
        };
        for (const Limit& limit : {Limit{0, -0.4, 0.4},
                                   {0.125, -0.4, 0.5},
                                   {0.25, -0.4, 0.7},
                                   {0.375, -0.4, 1.4},
                                   {1, 16.6, 999},
                                   {-1, 16.6, 999},
                                   {-0.375, -0.4, 1.4},
                                   {-2, 40.5, 999},
                                   {-3, 60, 999}}) {
            const double db = attenuation(1000 * std::pow(10, 0.3 * limit.x));
            EXPECT_GE(db, limit.least_db) << limit.x << " at " << rate;
            EXPECT_LE(db, limit.most_db) << limit.x << " at " << rate;
        }
    }
}

}  // namespace
}  // namespace wavesim
