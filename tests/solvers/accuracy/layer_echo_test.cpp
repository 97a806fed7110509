// SPDX-License-Identifier: MIT
#include "solvers/accuracy/layer_echo.hpp"

#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::cell;

/// 40 x 30 x 30 cells in layers of 16 cells, but for one of 6 at one side of x; all mirrored where that is x_max.
Scene scene_with_thin_layer(Side thin, std::int64_t cells = 6) {
    const bool mirrored = thin == Side::x_max;
    const auto at = [mirrored](double x, double y, double z) {
        return Point{(mirrored ? 40 - x : x) * cell, y * cell, z * cell};
    };
    Scene scene = test::box_scene({40, 30, 30}, "leggy-2", 0.02);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 16;
    scene.boundaries.layer[static_cast<std::size_t>(thin)].cells = cells;
    scene.sources = {test::ricker(at(15.5, 14.5, 14.5), 12)};
    scene.receivers = {test::receiver("a", at(20.5, 15.5, 14.5)), test::receiver("b", at(10.5, 17.5, 13.5))};
    return scene;
}

double echo_db(const Scene& scene) { return layer_echo_db(test::plan_of(scene, Precision::float64)).value(); }

/// Every side sends back what its own layer does: the thin one is heard, wherever it stands.
TEST(LayerEcho, OfAMirroredSceneIsTheSame) {
    const double thin_at_min = echo_db(scene_with_thin_layer(Side::x_min));

    EXPECT_NEAR(thin_at_min, echo_db(scene_with_thin_layer(Side::x_max)), 1e-6);
    EXPECT_GT(thin_at_min, echo_db(scene_with_thin_layer(Side::x_min, 16)) + 6);
}

/// Each side by itself: of two with one width the nearer one, and none more than all together.
TEST(LayerEcho, IsToldOfEachSide) {
    const Plan plan = test::plan_of(scene_with_thin_layer(Side::x_min), Precision::float64);
    const LayerEchoes echoes = layer_echoes(plan).value();
    ASSERT_EQ(echoes.sides.size(), 6U);
    EXPECT_EQ(echoes.sides[0].side, Side::x_min);
    for (const LayerEchoes::OfSide& one : echoes.sides) {
        EXPECT_LE(one.db, echoes.all_db);
        EXPECT_LE(one.db, echoes.sides[0].db) << static_cast<int>(one.side);
    }
    EXPECT_GT(echoes.sides[0].db, echoes.sides[1].db + 6);
    EXPECT_EQ(echoes.all_db, layer_echo_db(plan));
    Scene walls = scene_with_thin_layer(Side::x_min);
    for (std::size_t s = 1; s < 6; ++s) walls.boundaries.kind[s] = SideKind::wall;
    EXPECT_EQ(layer_echoes(test::plan_of(walls))->sides.size(), 1U);
}

/// The louder another receiver is, the less an echo is of the loudest sound.
TEST(LayerEcho, IsOverTheLoudestReceiver) {
    Scene scene = scene_with_thin_layer(Side::x_min);
    scene.receivers.pop_back();
    const double alone = echo_db(scene);
    scene.receivers.push_back(test::receiver("near", {16.5 * cell, 14.5 * cell, 15.5 * cell}));
    EXPECT_LT(echo_db(scene), alone - 6);
}

/// A thin layer far away is heard less than the same on all sides.
TEST(LayerEcho, OfOneThinLayerIsLessThanOfSix) {
    Scene all_thin = scene_with_thin_layer(Side::x_min);
    for (LayerProfile& layer : all_thin.boundaries.layer) layer.cells = 6;

    EXPECT_LT(echo_db(scene_with_thin_layer(Side::x_min)), echo_db(all_thin) - 1);
}

}  // namespace
}  // namespace wavesim
