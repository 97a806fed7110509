// SPDX-License-Identifier: MIT
#include "solvers/ways/layer_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {
namespace {

using test::cell;
using ::testing::HasSubstr;

/// 60 x 40 cells that absorb at x_min and x_max; a screen runs into x_min.
Scene screen(const std::string& stencil, std::int64_t cells) {
    Scene scene = test::box_scene({60, 1, 40}, stencil, 0.02);
    for (const std::size_t s : {0U, 1U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = cells;
    }
    scene.solids = {{"screen", {0, 0, 10 * cell}, {30 * cell, 0, 18 * cell}, test::admittance(0)}};
    scene.sources = {test::ricker(test::node(20, 0, 30), 10)};
    scene.receivers = {test::receiver("a", test::node(40, 0, 30))};
    return scene;
}

double target(const Scene& scene, Side side) { return layer_at(test::plan_of(scene), side).reflection; }

TEST(LayerProfiles, AreStrongerWhereASolidRunsIntoThem) {
    EXPECT_EQ(target(screen("leggy-4", 20), Side::x_min), 1e-7);
    EXPECT_EQ(target(screen("leggy-4", 20), Side::x_max), 0);
    EXPECT_EQ(target(screen("leggy-4", 19), Side::x_min), 0);
    EXPECT_EQ(target(screen("leggy-1", 20), Side::x_min), 0);
    Scene asked = screen("leggy-2", 24);
    EXPECT_EQ(target(asked, Side::x_min), 1e-7);
    asked.boundaries.layer[0].reflection = 3e-5;
    EXPECT_EQ(target(asked, Side::x_min), 3e-5);
    Scene inside = screen("leggy-4", 20);
    inside.solids[0].from.x = 12 * cell;
    EXPECT_EQ(target(inside, Side::x_min), 0);
}

TEST(LayerProfiles, AreThoseOfThePlan) {
    const std::vector<std::string> lines = describe_open_sides(test::plan_of(screen("leggy-4", 20)));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(lines[0], HasSubstr("R0 1.0e-07"));
    EXPECT_THAT(lines[1], HasSubstr("R0 1.0e-06"));
    const Plan plan = test::plan_of(screen("leggy-4", 20));
    const AbsorbingLayers layers = plan_layers(plan);
    const std::size_t last = layers.decay[0].size() - 1;
    EXPECT_LT(layers.decay[0][0], layers.decay[0][last]);
}

}  // namespace
}  // namespace wavesim
