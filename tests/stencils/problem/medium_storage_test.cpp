// SPDX-License-Identifier: MIT
#include "stencils/problem/medium_storage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace wavesim {
namespace {

constexpr MediumStorage coded[] = {MediumStorage::int16, MediumStorage::index8, MediumStorage::index16};

std::vector<float> random_factors(std::size_t count, float least, float most) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> draw(least, most);
    std::vector<float> factors(count);
    for (float& factor : factors) factor = draw(random);
    factors[count / 2] = most;
    return factors;
}

double worst_speed_error(const std::vector<float>& factors, const StoredFactors& stored) {
    double worst = 0;
    for (std::size_t i = 0; i < factors.size(); ++i)
        worst = std::max(worst, std::abs(std::sqrt(double{factors[i]}) - std::sqrt(double{stored[i]})));
    return worst;
}

TEST(MediumStorage, TablesKeepFewValuesExactly) {
    std::vector<float> factors;
    for (int i = 0; i < 5000; ++i) factors.push_back(1 - 0.003F * static_cast<float>(i * i % 256));
    for (const MediumStorage storage : {MediumStorage::index8, MediumStorage::index16}) {
        const StoredFactors stored(factors, storage);
        for (std::size_t i = 0; i < factors.size(); ++i) ASSERT_EQ(stored[i], factors[i]);
    }
    EXPECT_LE(StoredFactors(factors, MediumStorage::index8).code().table.size(), 256U);
}

/// Speeds from 0.2 to 1. A table of 256 has steps of (1 - 0.2) / 255, which rounding halves. The factor has steps of (1
/// - 0.04) / 65535, at most 1/128 more by their 8 digits; they weigh most at the slowest speed.
TEST(MediumStorage, RoundsManyValuesToTheNearest) {
    const std::vector<float> factors = random_factors(200'000, 0.04F, 1.0F);
    const auto error = [&](MediumStorage storage) { return worst_speed_error(factors, {factors, storage}); };
    EXPECT_NEAR(error(MediumStorage::index8), 0.8 / 255 / 2, 1e-6);
    EXPECT_NEAR(error(MediumStorage::index16), 0.8 / 65535 / 2, 2e-7);
    EXPECT_LE(error(MediumStorage::int16), 0.96 / 65535 / 2 / (2 * 0.2) * (1 + 1.0 / 128) + 1e-7);
    EXPECT_GE(error(MediumStorage::int16), 0.9 * 0.96 / 65535 / 2 / (2 * 0.2));
}

TEST(MediumStorage, NeverExceedsTheGreatestFactorAndStaysAboveZero) {
    for (const auto& [least, most] : {std::pair{1e-7F, 1.0F}, {0.3F, 0.97F}, {0.5F, 0.5000001F}, {0.7F, 0.7F}}) {
        const std::vector<float> factors = random_factors(70'000, least, most);
        const float greatest = *std::max_element(factors.begin(), factors.end());
        for (const MediumStorage storage : coded) {
            const StoredFactors stored(factors, storage);
            float found = 0;
            for (std::size_t i = 0; i < factors.size(); ++i) {
                ASSERT_GT(stored[i], 0.0F) << to_string(storage);
                found = std::max(found, stored[i]);
            }
            EXPECT_EQ(found, greatest) << to_string(storage);
            for (std::uint32_t code = 0; code < 65536 && storage == MediumStorage::int16; ++code)
                ASSERT_LE(stored.code().decode(code), greatest);
        }
    }
}

/// The product must be exact, or fused units would find other factors than those without.
TEST(MediumStorage, StepsAreTheSameWithFusedUnits) {
    const StoredFactors stored(random_factors(1000, 0.0371F, 0.993F), MediumStorage::int16);
    const FactorCode& code = stored.code();
    for (std::uint32_t k = 0; k < 65536; ++k)
        ASSERT_EQ(code.decode(k), std::fma(-static_cast<float>(k), code.step, code.most));
}

TEST(MediumStorage, RefusesWhatIsNoCode) {
    EXPECT_THROW(StoredFactors({1.0F}, MediumStorage::float32), std::invalid_argument);
    EXPECT_THROW(StoredFactors({}, MediumStorage::int16), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim
