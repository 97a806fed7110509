// SPDX-License-Identifier: MIT
#include "solvers/accuracy/edge_ways.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/edge_errors.hpp"
#include "solvers/accuracy/sound_behind_solids.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;

/// A string around a box: over both upper corners, around a lower one, and along one face.
TEST(WayAround, IsATautString) {
    const FlatBox box{{0, -1}, {2, 4}};
    const FlatPoint from{-3, 0}, to{5, 1};
    EXPECT_TRUE(box.hides(from, to));
    const auto over = way_around(box, from, to, true), under = way_around(box, from, to, false);
    ASSERT_TRUE(over && under);
    EXPECT_NEAR(over->length, 5 + 2 + std::hypot(3, 3), 1e-12);
    EXPECT_NEAR(under->length, std::hypot(3, 1) + 2 + std::hypot(3, 2), 1e-12);
    EXPECT_TRUE(over->corners[2] && over->corners[3] && !over->corners[0] && !over->corners[1]);
    EXPECT_TRUE(under->corners[0] && under->corners[1]);
    // From straight below to the right: around one corner only.
    const auto around = way_around(box, {1, -3}, {3.5, 3}, false);
    ASSERT_TRUE(around);
    EXPECT_NEAR(around->length, std::hypot(1, 2) + std::hypot(1.5, 4), 1e-12);
    EXPECT_NEAR(around->before, std::hypot(1, 2), 1e-12);
    EXPECT_NEAR(around->behind, std::hypot(1.5, 4), 1e-12);
    EXPECT_FALSE(box.hides(from, {-1, 5}));
    EXPECT_FALSE(box.hides({-3, 4}, {5, 4}));  // along a face
}

/// The integral of exp(i pi t^2 / 2) over the part of a wave front beside an edge, over the whole front.
TEST(SoundAtEdge, IsASumOverTheWaveFront) {
    constexpr double wide = 14, step = 1e-4;
    const auto sum = [&](double from) {
        std::complex<double> all = 0;
        for (double t = from + step / 2; t < 3 * wide; t += step)
            all += std::exp(-std::pow(t / wide, 8)) * std::polar(step, pi / 2 * t * t);
        return all;
    };
    const std::complex<double> whole = 2.0 * sum(0);
    for (const double longer : {-3.0, -0.6, -0.1, 0.0, 0.2, 0.9, 4.0}) {
        const double v = std::copysign(2 * std::sqrt(std::abs(longer)), longer);
        EXPECT_LT(std::abs(sound_at_edge(longer) - sum(v) / whole), 0.004) << longer;
    }
    EXPECT_NEAR(std::abs(sound_at_edge(30)), 1 / (pi * 2 * std::sqrt(30.0) * std::numbers::sqrt2), 1e-3);
}

/// Thin walls: sec(a) + sec(b) of the halves of difference and sum of the angles (Sommerfeld). Where source and
/// receiver stand close to the wall on both sides, both parts are equal; sound along the limit of the shadow has one.
TEST(WedgeFactor, OfAThinWallIsThatOfSommerfeld) {
    for (const auto& [from, to] : {std::pair(0.6, 5.5), std::pair(1.1, 4.9), std::pair(1.9, 4.2)}) {
        const double a = (to - from) / 2, b = (to + from) / 2;
        const double expected = std::abs((1 / std::cos(a) + 1 / std::cos(b)) * std::cos(a));
        EXPECT_NEAR(wedge_factor(2, from, to), expected, 1e-12);
    }
    EXPECT_NEAR(wedge_factor(2, 1e-6, 2 * pi - 1e-6), 2, 1e-6);
    EXPECT_NEAR(wedge_factor(1.5, 0.7, 0.7 + pi + 1e-5), 1, 1e-4);
}

/// A receiver behind a wide wall of 20 x 20 cells: sound comes over four edges, and from none if it is in the open.
TEST(PathAsLoud, IsLongerBehindAWall) {
    Scene scene = test::box_scene({40, 32, 32}, "leggy-2", 0.02);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 12;
    scene.sources = {test::ricker({8 * cell, 16 * cell, 16 * cell}, 12)};
    scene.receivers = {test::receiver("behind", {32 * cell, 16 * cell, 16 * cell})};
    EXPECT_EQ(path_as_loud(test::plan_of(scene)), 0);
    scene.solids = {{"wall", {20 * cell, 6 * cell, 6 * cell}, {20.5 * cell, 26 * cell, 26 * cell}, {}}};
    const double path = path_as_loud(test::plan_of(scene));
    EXPECT_GT(path, 1.5 * 24 * cell);
    EXPECT_LT(path, 10 * 24 * cell);
    scene.receivers.push_back(test::receiver("before", {14 * cell, 20 * cell, 16 * cell}));
    EXPECT_NEAR(path_as_loud(test::plan_of(scene)), std::hypot(6, 4) * cell, 1e-9);
}

/// Higher by d, a wall in 2D makes the path longer by d (sin a + sin b) at its end: the sound behind it turns by so
/// much. The stencil makes it longer, too: that adds if the wall is too high on the grid.
TEST(EdgeError, BehindAWallIsThePhaseOfTheLongerPath) {
    Scene scene = test::box_scene({120, 1, 90}, "leggy-4", 0.02);
    for (const std::size_t side : {0, 1, 5}) {
        scene.boundaries.kind[side] = SideKind::absorbing;
        scene.boundaries.layer[side].cells = 12;
    }
    scene.sources = {test::ricker({20 * cell, 0, 10 * cell}, 24)};
    scene.receivers = {test::receiver("behind", {90 * cell, 0, 16 * cell})};
    const auto error = [&](double height) {
        scene.solids = {{"wall", {50 * cell, 0, 0}, {51 * cell, 0, height * cell}, {}}};
        const Plan plan = test::plan_of(scene);
        return edge_error(plan, {70 * cell, 70 * cell, path_as_loud(plan)}).hidden;
    };
    const double alone = error(50);  // where it fits: the shift of edges by the stencil
    EXPECT_GT(alone, 0);
    for (const double off : {-0.3, 0.4}) {
        const double moved = error(50 + off);
        const double k = 2 * pi / 24, longer = std::abs(off) * (40 / std::hypot(30, 40) + 34 / std::hypot(39, 34));
        const double by_place = off < 0 ? moved - alone : std::sqrt(moved * moved - alone * alone);
        EXPECT_NEAR(by_place, k * longer, 0.2 * k * longer) << off;
    }
}

}  // namespace
}  // namespace wavesim
