// SPDX-License-Identifier: MIT
#include "stencils/tti/layer_taper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim::test {
namespace {

constexpr Extent grid{32, 1, 10};
constexpr std::array<std::int64_t, 6> sides{12, 12, 0, 0, 0, 0};

/// Half of the nodes along x with one tilt, half with another, in layers at both ends.
TiltedMedium halves(double left, double right, float epsilon_right = 0.2F,
                    const std::array<std::int64_t, 6>& width = sides) {
    TiltedMedium medium;
    for (std::int64_t z = 0; z < grid.nz; ++z)
        for (std::int64_t x = 0; x < grid.nx; ++x) {
            const bool is_left = x < grid.nx / 2;
            const double angle = (is_left ? left : right) * std::numbers::pi / 180;
            medium.epsilon.push_back(is_left ? 0.2F : epsilon_right);
            medium.delta.push_back(is_left ? 0.1F : 0.5F * epsilon_right);
            medium.axis[0].push_back(static_cast<float>(std::sin(angle)));
            medium.axis[1].push_back(0);
            medium.axis[2].push_back(static_cast<float>(std::cos(angle)));
        }
    taper_in_layers(medium, grid, width);
    return medium;
}

TEST(LayerTaper, TurnsEveryNodeToOneAxisOfTheGrid) {
    const TiltedMedium medium = halves(-20, 70);

    for (std::int64_t z = 0; z < grid.nz; ++z)
        for (const std::int64_t x : {std::int64_t(0), grid.nx - 1})
            EXPECT_FLOAT_EQ(medium.axis[2][static_cast<std::size_t>(grid.index(x, 0, z))], 1);
    const auto inside = static_cast<std::size_t>(grid.index(13, 0, 3));
    EXPECT_NEAR(medium.axis[0][inside], std::sin(-20 * std::numbers::pi / 180), 1e-6);
    EXPECT_EQ(medium.layer_speed[inside], 1);
}

TEST(LayerTaper, TurnsTheShortWay) {
    for (const double tilt : {20.0, 160.0, -160.0}) {  // 20 degrees between the axis, which has no sign, and z
        const TiltedMedium medium = halves(tilt, tilt);
        double before = -1;
        for (std::int64_t x = 0; x < grid.nx / 2; ++x) {
            const double upright = std::abs(static_cast<double>(medium.axis[2][static_cast<std::size_t>(x)]));
            const double angle = std::acos(std::min(1.0, upright)) * 180 / std::numbers::pi;
            EXPECT_LE(angle, 20 + 1e-3) << tilt << " " << x;
            EXPECT_GE(angle, before - 1e-3) << tilt << " " << x;
            before = angle;
        }
        EXPECT_NEAR(before, 20, 1e-3);
    }
}

TEST(LayerTaper, TurnsToTheAxisNearestToMostAnisotropicNodes) {
    EXPECT_EQ(halves(10, 30).layer_axis, 2U);
    EXPECT_EQ(halves(60, 80).layer_axis, 0U);
    EXPECT_EQ(halves(10, 80).layer_axis, 2U);  // as many: the upright one
    EXPECT_EQ(halves(80, 10, 0).layer_axis, 0U);
}

TEST(LayerTaper, DampsOnlyWhereSomeNodesAreNearerToAnotherAxis) {
    for (const TiltedMedium& medium : {halves(10, 30), halves(60, 80), halves(80, 10, 0)})
        for (const auto& along : medium.damping) EXPECT_TRUE(along.empty());

    EXPECT_FLOAT_EQ(halves(10, 30, 0.2F, {11, 0, 0, 0, 0, 0}).damping[0].front(), 2e-3F);  // narrow

    const TiltedMedium medium = halves(10, 80);

    EXPECT_TRUE(medium.turned_far);
    ASSERT_EQ(std::ssize(medium.damping[0]), grid.nx);
    for (std::int64_t x = 0; x < grid.nx; ++x) {
        const float damping = medium.damping[0][static_cast<std::size_t>(x)];
        EXPECT_EQ(damping > 0, x < 12 || x >= 20) << x;
        EXPECT_LE(damping, 1e-3F) << x;
    }
    EXPECT_FLOAT_EQ(medium.damping[0].front(), 1e-3F);
    EXPECT_EQ(std::count(medium.damping[2].begin(), medium.damping[2].end(), 0.0F), grid.nz);
}

/// ln of the factor by which v^2 is reduced, where it is reduced most. The axis lies in the plane of z and x or y,
/// nearer to z: in the layer of that x or y, B_dd grows from h + (1 - h) sin^2 to h, with h = 1 + 2 epsilon; in that of
/// z it falls, and in that of the third axis it stays. The bound is dims h / ((dims - 1) h + 1 + 0.45 (h - 1.388)).
TEST(LayerTaper, TheSpeedIsCutMostInTheLayerThatTheAxisLeansTo) {
    constexpr double angle = 40 * std::numbers::pi / 180;
    const double s = std::sin(angle), c = std::cos(angle);
    for (const double epsilon : {1.0, 0.6}) {
        const double h = 1 + 2 * epsilon, growth = h / (h + (1 - h) * s * s);
        const auto cut = [&](int dims) {
            return std::log(growth * ((dims - 1) * h + 1 + 0.45 * (h - 1.388)) / (dims * h));
        };
        ASSERT_GT(cut(2), 0.02);
        EXPECT_NEAR(layer_speed_cut({s, 0, c}, epsilon, 3), cut(3), 1e-12);
        EXPECT_NEAR(layer_speed_cut({0, s, c}, epsilon, 3), cut(3), 1e-12);
        EXPECT_NEAR(layer_speed_cut({c, s, 0}, epsilon, 3), cut(3), 1e-12);
        EXPECT_NEAR(layer_speed_cut({s, 0, c}, epsilon, 2), cut(2), 1e-12);
        EXPECT_EQ(layer_speed_cut({0, 0, 1}, epsilon, 3), 0) << "it is upright";
    }
    EXPECT_NEAR(layer_speed_cut({0, s, c}, 0, 3), 0, 1e-12) << "isotropic";
}

}  // namespace
}  // namespace wavesim::test
