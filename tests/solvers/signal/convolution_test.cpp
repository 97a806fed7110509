// SPDX-License-Identifier: MIT
#include "solvers/signal/convolution.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

std::vector<double> noise(std::size_t count, unsigned seed) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < count; ++i) {
        seed = seed * 1664525U + 1013904223U;
        samples.push_back(static_cast<double>(seed >> 8) / (1 << 23) - 1);
    }
    return samples;
}

/// Signals shorter than a block, and of several: a block of a short response has 16,384 samples.
TEST(Convolution, IsTheSumOfItsDefinition) {
    for (const auto& [response_length, signal_length] :
         {std::pair<std::size_t, std::size_t>{1, 5}, {300, 170}, {41, 40'000}}) {
        const std::vector<double> response = noise(response_length, 3), signal = noise(signal_length, 11);
        const std::vector<double> sound = Convolution(response)(signal);
        ASSERT_EQ(sound.size(), response_length + signal_length - 1);
        double worst = 0;
        for (std::size_t n = 0; n < sound.size(); ++n) {
            double sum = 0;
            for (std::size_t k = 0; k < response_length; ++k)
                if (n >= k && n - k < signal_length) sum += response[k] * signal[n - k];
            worst = std::max(worst, std::abs(sum - sound[n]));
        }
        EXPECT_LT(worst, 1e-11) << response_length;
    }
    EXPECT_TRUE(Convolution(noise(9, 1))(std::vector<double>{}).empty());
}

}  // namespace
}  // namespace wavesim
