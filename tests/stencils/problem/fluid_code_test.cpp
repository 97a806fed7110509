// SPDX-License-Identifier: MIT
#include "stencils/problem/fluid_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "stencils/problem/fluids.hpp"

namespace wavesim {
namespace {

TEST(BitCode, CoversItsRangeInStepsOfNearlyTheSameShare) {
    for (const auto& [least, most] : {std::pair{1000.0F, 2700.0F}, {1.2F, 1000.0F}, {0.3F, 0.3F}, {1e-15F, 1e15F}}) {
        const BitCode code = make_bit_code(least, most);
        EXPECT_EQ(code.decode(0), least);
        EXPECT_GE(code.decode(65535), most);
        // 65535 steps over log2(most / least) octaves, of which the upper half has the smaller shares
        const double octaves = std::log2(static_cast<double>(most) / static_cast<double>(least));
        EXPECT_LE(code.most_error(), (octaves + 1) / 65535);
        std::mt19937 random(4);
        std::uniform_real_distribution<float> uniform(0, 1);
        for (int i = 0; i < 1000; ++i) {
            const float value = std::clamp(least * std::pow(most / least, uniform(random)), least, most);
            for (const std::uint32_t share : {0U, 1U << 31, std::numeric_limits<std::uint32_t>::max()}) {
                const float kept = code.decode(code.encode(value, share));
                EXPECT_LE(std::abs(kept / value - 1), code.most_error() + 1e-7) << value;
                if (share == 0) {
                    EXPECT_GE(kept, value);
                }
                if (share > 1U << 31) {
                    EXPECT_LE(kept, value);
                }
            }
        }
    }
}

TEST(BitCode, ValuesOfCodesStayAsTheyAre) {
    const BitCode code = make_bit_code(0.8F, 31.0F);
    for (std::uint32_t c = 0; c < 65536; c += 7)
        for (const std::uint32_t share : {0U, 12345U, std::numeric_limits<std::uint32_t>::max()})
            EXPECT_EQ(code.encode(code.decode(c), share), c);
}

/// Where a medium is the same over some nodes its mean is right to far less than a step, along every axis.
TEST(FluidCode, KeepsTheMeanOverFewNodes) {
    constexpr float value = 1234.567F, buoyancy = 0.00071F;
    for (const Extent& e : {Extent{64, 1, 1}, Extent{1, 64, 1}, Extent{1, 1, 64}, Extent{8, 8, 8}}) {
        FluidMedium medium = test::make_fluid(
            e, 3, [](const Node&) { return value; }, [](int, const Node&) { return buoyancy; });
        FluidMedium ends = test::make_fluid(
            {2, 1, 1}, 3, [](const Node& n) { return n.x == 0 ? 900.0F : 9000.0F; },
            [](int, const Node& n) { return n.x == 0 ? 0.0001F : 0.002F; });
        FluidRange range;
        range.add(medium);
        range.add(ends);
        const FluidCode code = range.code();
        round_to_codes(medium, {{5, 6, 7}, {5 + e.nx, 6 + e.ny, 7 + e.nz}}, code);
        const auto mean_error = [&](const std::vector<float>& values, float exact) {
            double sum = 0;
            for (const float v : values) sum += static_cast<double>(v) / static_cast<double>(exact) - 1;
            return std::abs(sum) / static_cast<double>(values.size());
        };
        EXPECT_GT(code.modulus.most_error(), 1e-5);
        EXPECT_LE(mean_error(medium.modulus, value), 0.05 * code.modulus.most_error());
        for (const std::vector<float>& values : medium.buoyancy)
            EXPECT_LE(mean_error(values, buoyancy), 0.05 * code.buoyancy.most_error());
    }
}

TEST(FluidCode, DoesNotDependOnHowTheGridIsCut) {
    const Extent e{7, 5, 12};
    FluidMedium whole = test::random_fluid(e, 3, 50, 3);
    FluidRange range;
    range.add(whole);
    FluidMedium cut;
    for (const auto& [from, to] : {std::pair<std::int64_t, std::int64_t>{0, 5}, {5, 6}, {6, 12}}) {
        FluidMedium part;
        const auto slab = [&, from = from, to = to](const std::vector<float>& values) {
            return std::vector<float>(values.begin() + 35 * from, values.begin() + 35 * to);
        };
        part.modulus = slab(whole.modulus);
        for (std::size_t a = 0; a < 3; ++a) part.buoyancy[a] = slab(whole.buoyancy[a]);
        round_to_codes(part, {{0, 0, from}, {7, 5, to}}, range.code());
        cut.append(part);
    }
    const FluidMedium before = whole;
    round_to_codes(whole, {{0, 0, 0}, {7, 5, 12}}, range.code());
    EXPECT_NE(whole.modulus, before.modulus);
    EXPECT_EQ(cut.modulus, whole.modulus);
    EXPECT_EQ(cut.buoyancy, whole.buoyancy);
}

}  // namespace
}  // namespace wavesim
