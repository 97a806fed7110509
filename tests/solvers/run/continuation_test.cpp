// SPDX-License-Identifier: MIT
#include "solvers/run/continuation.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>

namespace wavesim {
namespace {

std::vector<double> sine(double cycles_per_sample, double phase, std::int64_t count) {
    std::vector<double> values(static_cast<std::size_t>(count));
    for (std::size_t n = 0; n < values.size(); ++n)
        values[n] = std::sin(2 * std::numbers::pi * cycles_per_sample * static_cast<double>(n) + phase);
    return values;
}

TEST(Continuation, SinesOfTheBandGoOn) {
    for (const double band : {0.25, 0.07, 0.011})
        for (const double share : {0.0, 0.3, 0.9})
            for (const double phase : {0.4, 1.7}) {
                const auto quarter = static_cast<std::int64_t>(0.25 / band);  // of the shortest period
                const std::vector<double> known = sine(share * band, phase, 4000);
                const std::vector<double> all = sine(share * band, phase, 4000 + quarter);

                const std::vector<double> next = Continuation(4000, band, quarter).after(known);

                ASSERT_EQ(next.size(), static_cast<std::size_t>(quarter));
                for (std::size_t n = 0; n < next.size(); ++n) EXPECT_NEAR(next[n], all[4000 + n], 3e-3) << band;
            }
}

TEST(Continuation, Fades) {
    const std::vector<double> next = Continuation(500, 0.1, 2000).after(sine(0.03, 0.2, 500));

    for (std::size_t n = 1000; n < next.size(); ++n) EXPECT_LT(std::abs(next[n]), 0.05);
}

TEST(Continuation, OfNoiseItExpectsLittle) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (const double band : {0.25, 0.02}) {
        double largest = 0;
        for (int trial = 0; trial < 50; ++trial) {
            std::vector<double> noise(1000);
            for (double& value : noise) value = normal(random);
            for (const double value : Continuation(1000, band, 50).after(noise))
                largest = std::max(largest, std::abs(value));
        }
        EXPECT_LT(largest, 5) << band;
    }
}

TEST(Continuation, ShortAndEmptyTraces) {
    EXPECT_EQ(Continuation(0, 0.2, 5).after({}).size(), 5U);
    const std::vector<double> one = Continuation(1, 0.2, 3).after(std::vector<double>{2.0});
    ASSERT_EQ(one.size(), 3U);
    EXPECT_NEAR(one[0], 2 * std::sin(0.4 * std::numbers::pi) / (0.4 * std::numbers::pi), 1e-6);
}

}  // namespace
}  // namespace wavesim
