// SPDX-License-Identifier: MIT
// Travel times against rays that can be worked out by hand.
#include "solvers/ways/first_arrivals.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

Scene section(double width, double height) {
    Scene scene;
    scene.dims = 2;
    scene.size_m = {width, 0, height};
    scene.medium.sound_speed_m_s = 1500;
    return scene;
}

TEST(FirstArrivals, AreExactInOneMedium) {
    const std::vector<double> times = first_arrivals(section(2000, 700), {200, 0, 600}, {{500, 0, 200}, {200, 0, 600}});

    EXPECT_EQ(times, (std::vector<double>{500.0 / 1500, 0}));
}

/// Water over faster rock: direct waves come first up to the crossover, then head waves,
/// t = x / c2 + 2 h sqrt(1 / c1^2 - 1 / c2^2).
TEST(FirstArrivals, FollowFasterLayers) {
    Scene scene = section(4000, 700);
    scene.medium.layers = Medium::Layers{2, {400}, {3000, 1500}};
    const Point source{100, 0, 600};
    std::vector<Point> receivers;
    for (double x = 50; x <= 3800; x += 250) receivers.push_back({100 + x, 0, 600});

    const std::vector<double> times = first_arrivals(scene, source, receivers);

    ASSERT_EQ(times.size(), receivers.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double x = receivers[i].x - source.x;
        const double head = x / 3000 + 2 * 200 * std::sqrt(1 / 1500.0 / 1500 - 1 / 3000.0 / 3000);
        const double exact = std::min(x / 1500, head);
        EXPECT_NEAR(times[i], exact, 0.01 * exact + 0.004) << "offset " << x << " m";
    }
}

/// A speed that grows linearly with depth: t = acosh(1 + k^2 (x^2 + z^2) / (2 c1 c2)) / k.
TEST(FirstArrivals, BendInAGradient) {
    Scene scene = section(3000, 2000);
    scene.medium.gradient = Medium::Gradient{2, 0, 2000, {3500, 1500}};
    const double k = 1;  // (3500 - 1500) / 2000 per second
    const Point source{300, 0, 1900};
    const std::vector<Point> receivers{{900, 0, 1900}, {2700, 0, 1900}, {1500, 0, 500}, {300, 0, 100}};

    const std::vector<double> times = first_arrivals(scene, source, receivers);

    ASSERT_EQ(times.size(), receivers.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double c1 = 3500 - source.z, c2 = 3500 - receivers[i].z;
        const double square = std::pow(receivers[i].x - source.x, 2) + std::pow(receivers[i].z - source.z, 2);
        EXPECT_NEAR(times[i], std::acosh(1 + k * k * square / (2 * c1 * c2)) / k, 0.01 * times[i]) << i;
    }
}

/// Around the edge of a wall, in three dimensions: two straight pieces.
TEST(FirstArrivals, GoAroundSolids) {
    Scene scene;
    scene.size_m = {8, 6, 4};
    scene.solids = {{"wall", {3.9, 0, 0}, {4.1, 4, 4}, {}}};

    const std::vector<double> times = first_arrivals(scene, {2, 2, 2}, {{6, 2, 2}, {2, 5, 2}});

    ASSERT_EQ(times.size(), 2U);
    const double around = 2 * std::hypot(1.9, 2) + 0.2;
    EXPECT_NEAR(times[0], around / 343, 0.06 * around / 343);  // measured: 5.2 %, with cells half as wide as the wall
    EXPECT_NEAR(times[1], 3.0 / 343, 0.02 * 3 / 343);
}

}  // namespace
}  // namespace wavesim
