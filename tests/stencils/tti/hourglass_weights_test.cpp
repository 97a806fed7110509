// SPDX-License-Identifier: MIT
#include "stencils/tti/hourglass_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

/// Two nodes: tilts of 20 and 70 degrees in the planes (x, z) and (y, z), of different strength.
struct Rock {
    double epsilon, delta;
    std::array<double, 3> axis;
};
const double low = 20 * M_PI / 180, high = 70 * M_PI / 180;
const Rock left{0.2, -0.1, {std::sin(low), 0, std::cos(low)}};
const Rock right{0.05, 0.02, {0, std::sin(high), std::cos(high)}};

TiltedMedium medium_of(const std::vector<Rock>& rocks) {
    TiltedMedium medium;
    for (const Rock& rock : rocks) {
        medium.epsilon.push_back(static_cast<float>(rock.epsilon));
        medium.delta.push_back(static_cast<float>(rock.delta));
        for (std::size_t d = 0; d < 3; ++d) medium.axis[d].push_back(static_cast<float>(rock.axis[d]));
    }
    return medium;
}

Extent row(const TiltedMedium& medium) { return {static_cast<std::int64_t>(medium.epsilon.size()), 1, 1}; }

TEST(HourglassWeights, TheMeanAxisIsWeightedByTheAnisotropy) {
    const TiltedMedium medium = medium_of({left, right, {0, 0, {1, 0, 0}}});
    const std::array<double, 3> mean = tti::mean_axis(medium, row(medium));
    EXPECT_NEAR(mean[0], 0.3 * std::pow(std::sin(low), 2) / 0.37, 1e-7);
    EXPECT_NEAR(mean[1], 0.07 * std::pow(std::sin(high), 2) / 0.37, 1e-7);
    EXPECT_NEAR(mean[2], 1 - mean[0] - mean[1], 1e-7);
    const tti::HourglassWeights weights(medium, row(medium));
    for (std::size_t d = 0; d < 3; ++d) {
        EXPECT_DOUBLE_EQ(weights.at(1, d, 1), std::sqrt(mean[d]));
        EXPECT_DOUBLE_EQ(weights.at(0, d, 1), std::sqrt(1 - mean[d]));
    }
}

TEST(HourglassWeights, NodesThatLayersTurnDoNotCount) {
    TiltedMedium medium = medium_of({left, right});
    medium.kept[0] = {1, 0.5};
    EXPECT_NEAR(tti::mean_axis(medium, row(medium))[0], std::pow(std::sin(low), 2), 1e-7);
    medium.kept[0] = {0.9, 0.5};
    EXPECT_EQ(tti::mean_axis(medium, row(medium)), (std::array<double, 3>{0, 0, 1}));
}

/// So that a grid in parts has one operator.
TEST(HourglassWeights, APartHasThoseOfTheWhole) {
    const TiltedMedium whole = medium_of({left, right});
    const tti::HourglassWeights expected(whole, row(whole));
    for (const Rock& rock : {left, right}) {
        TiltedMedium part = medium_of({rock});
        EXPECT_GT(std::abs(tti::HourglassWeights(part, row(part)).at(1, 1, 1) - expected.at(1, 1, 1)), 0.1);
        part.mean_axis = tti::mean_axis(whole, row(whole));
        const tti::HourglassWeights weights(part, row(part));
        for (std::size_t f = 0; f < 2; ++f)
            for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(weights.at(f, d, 0.3), expected.at(f, d, 0.3));
    }
}

}  // namespace
}  // namespace wavesim
