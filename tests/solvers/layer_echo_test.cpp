// SPDX-License-Identifier: MIT
#include "solvers/layer_echo.hpp"

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

/// A thin layer far away is heard less than the same on all sides.
TEST(LayerEcho, OfOneThinLayerIsLessThanOfSix) {
    Scene all_thin = scene_with_thin_layer(Side::x_min);
    for (LayerProfile& layer : all_thin.boundaries.layer) layer.cells = 6;

    EXPECT_LT(echo_db(scene_with_thin_layer(Side::x_min)), echo_db(all_thin) - 1);
}

}  // namespace
}  // namespace wavesim
