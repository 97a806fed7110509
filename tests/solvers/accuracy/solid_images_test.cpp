// SPDX-License-Identifier: MIT
#include "solvers/accuracy/solid_images.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::cell;

/// 60 x 80 cells between layers, a source 20 cells from x_min, 24 from z_min, and a receiver.
Scene place(double receiver_x, double receiver_z) {
    Scene scene = test::box_scene({60, 1, 80}, "leggy-2", 0.02);
    for (const std::size_t s : {0U, 1U, 4U, 5U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = 12;
    }
    scene.sources = {test::ricker({20 * cell, 0, 24 * cell}, 10)};
    scene.receivers = {test::receiver("a", {receiver_x * cell, 0, receiver_z * cell})};
    return scene;
}

SolidBox solid(double from_x, double to_x, double from_z, double to_z, double admittance) {
    return {"solid", {from_x * cell, 0, from_z * cell}, {to_x * cell, 0, to_z * cell}, test::admittance(admittance)};
}

/// The echoes of the only way, those of images behind those of the sides.
std::vector<EchoWay> echoes_of(const Scene& scene) {
    const Plan plan = test::plan_of(scene);
    const OpenSpace space(plan);
    std::vector<SoundWay> ways = loudest_ways(plan, space);
    EXPECT_EQ(ways.size(), 1U);
    add_solid_images(plan, space, ways);
    return ways.at(0).echoes;
}

/// A floor from layer to layer: source and receiver 16 and 24 cells above it, 10 cells apart along x.
TEST(SolidImages, OfAFloorThroughBothLayersAreThoseOfAMirror) {
    Scene scene = place(30, 32);
    scene.solids = {solid(0, 60, 2, 8, 0.3)};
    const std::vector<EchoWay> echoes = echoes_of(scene);
    ASSERT_EQ(echoes.size(), 6U);
    for (std::size_t e = 4; e < 6; ++e) {
        const double across = echoes[e].side == Side::x_min ? 20 + 30 : 40 + 30;
        EXPECT_NEAR(echoes[e].across, across, 1e-9);
        EXPECT_NEAR(echoes[e].along, 40, 1e-9);
        const double cosine = 40 / std::hypot(across, 40);
        EXPECT_NEAR(std::abs(echoes[e].share), (cosine - 0.3) / (cosine + 0.3), 0.05);
    }
    EXPECT_EQ(echoes[4].side, Side::x_min);  // the nearer one before the other
}

/// On its way by x_min sound meets the plane of the face 0 cells from the side; so a short screen is a mirror for it,
/// and not for waves that meet the plane 26 cells inside.
TEST(SolidImages, CountWhereTheFaceIs) {
    Scene scene = place(30, 32);
    scene.solids = {solid(0, 25, 2, 8, 0)};
    ASSERT_EQ(echoes_of(scene).size(), 5U);
    EXPECT_NEAR(std::abs(echoes_of(scene)[4].share), 1, 0.2);
    scene = place(58, 24 - 6.4);
    scene.solids = {solid(0, 3, 2, 8, 0)};
    const std::vector<EchoWay> echoes = echoes_of(scene);
    EXPECT_TRUE(echoes.size() == 4 || std::abs(echoes[4].share) < 0.2) << std::abs(echoes[4].share);
}

TEST(SolidImages, NeedAFaceBeforeBothAndALayerThatItRunsInto) {
    Scene behind = place(30, 5);
    behind.solids = {solid(0, 60, 10, 16, 0)};
    EXPECT_EQ(echoes_of(behind).size(), 4U);
    Scene inside = place(30, 32);
    inside.solids = {solid(5, 55, 4, 8, 0)};
    EXPECT_EQ(echoes_of(inside).size(), 4U);
}

}  // namespace
}  // namespace wavesim
