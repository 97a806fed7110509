// SPDX-License-Identifier: MIT
#include "solvers/signal/uneven_spectrum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace wavesim {
namespace {

using std::numbers::pi;

TEST(UnevenSpectrum, IsTheSumThatDefinesIt) {
    for (const std::int64_t count : {1, 2, 3, 16, 101, 1000}) {
        std::vector<double> samples;
        double size = 0;
        for (std::int64_t k = 0; k < count; ++k) {
            samples.push_back(std::sin(0.1 * static_cast<double>(k * k)) + 0.3);
            size += std::abs(samples.back());
        }
        std::vector<double> angles{0, pi, 1e-9, -1.3, 5.5};
        for (int a = 0; a < 50; ++a) angles.push_back(pi * std::fmod(0.618034 * a, 1));

        const auto spectrum = UnevenSpectrum(count).at(angles, samples);

        ASSERT_EQ(spectrum.size(), angles.size());
        for (std::size_t a = 0; a < angles.size(); ++a) {
            std::complex<double> sum = 0;
            for (std::size_t k = 0; k < samples.size(); ++k)
                sum += samples[k] * std::polar(1.0, -angles[a] * static_cast<double>(k));
            EXPECT_LT(std::abs(spectrum[a] - sum), 1e-13 * size) << count << " samples, angle " << angles[a];
        }
    }
}

TEST(UnevenSpectrum, SamplesLeftOutAreZero) {
    const std::vector<double> angles{0, 0.5, 3};

    const auto few = UnevenSpectrum(100).at(angles, std::vector{1.0, 2.0});

    for (std::size_t a = 0; a < angles.size(); ++a)
        EXPECT_LT(std::abs(few[a] - (1.0 + std::polar(2.0, -angles[a]))), 3e-13);
}

TEST(UnevenSpectrum, LengthsOfTransformsAreMadeOfSmallFactors) {
    EXPECT_EQ(fast_length(1), 4);
    EXPECT_EQ(fast_length(5), 8);
    EXPECT_EQ(fast_length(101), 108);   // 4 x 27
    EXPECT_EQ(fast_length(997), 1000);  // 4 x 250
    EXPECT_EQ(fast_length(1000), 1000);
    EXPECT_EQ(fast_length(10007), 10240);  // 4 x 2560
    for (std::int64_t least = 1; least < 3000; ++least) {
        std::int64_t rest = fast_length(least);
        EXPECT_GE(rest, least);
        EXPECT_EQ(rest % 4, 0);
        for (const int factor : {2, 3, 5})
            while (rest % factor == 0) rest /= factor;
        EXPECT_EQ(rest, 1);
    }
}

}  // namespace
}  // namespace wavesim
