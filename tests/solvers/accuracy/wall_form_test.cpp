// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wall_form.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "boundary/half_cell.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using test::plan_of;

/// A rigid box of 20 x 16 x 12 cells with one side of admittance 0.02.
Scene tube() {
    Scene scene = test::small_room("leggy-2");
    scene.medium = Medium{};
    scene.medium.sound_speed_m_s = test::sound_speed;
    scene.boundaries.side.fill({});
    scene.boundaries.side[1].kind = SurfaceLaw::Kind::admittance;
    scene.boundaries.side[1].value = 0.02;
    return scene;
}

TEST(WallForm, LossyBoxesHaveTheirWallsOnTheNodes) {
    const Plan plan = plan_of(tube());
    EXPECT_EQ(plan.decision.shape.halo[0], HaloRule::mirror_whole);
    EXPECT_EQ(plan.report.walls_method, "branch walls on the nodes (BI)");
    Scene half = tube();
    half.boundaries.walls = WallForm::half;
    EXPECT_EQ(plan_of(half).decision.shape.halo[0], HaloRule::mirror_half);
    EXPECT_EQ(plan.grid().nx, plan_of(half).grid().nx + 1);
    ASSERT_EQ(plan.report.wall_losses.size(), 1U);
    EXPECT_LT(std::abs(plan.report.wall_losses[0].normal_reverberation),
              0.5 * std::abs(plan_of(half).report.wall_losses[0].normal_reverberation));
}

TEST(WallForm, OtherScenesKeepHalfCellWalls) {
    const auto halo_of = [](const Scene& scene) { return plan_of(scene).decision.shape.halo[2]; };
    Scene rigid = tube();
    rigid.boundaries.side.fill({});
    EXPECT_EQ(halo_of(rigid), HaloRule::mirror_half);
    Scene furnished = tube();
    furnished.solids = {
        {"box", {8 * test::cell, 9 * test::cell, 0}, {10 * test::cell, 11 * test::cell, test::cell}, {}}};
    EXPECT_EQ(halo_of(furnished), HaloRule::mirror_half);
    Scene open = tube();
    open.boundaries.kind[0] = SideKind::absorbing;
    open.boundaries.layer[0].cells = 8;
    EXPECT_EQ(halo_of(open), HaloRule::mirror_half);
}

/// The budget tells what walls at the vertices would give: what it tells of a plan that has them.
TEST(WallForm, TheBudgetTellsWhereWallsAtTheVerticesAreMuchBetter) {
    Scene scene = tube();
    scene.grid.stencil.name = "leggy-4";
    scene.grid.points_per_wavelength = 8;
    scene.boundaries.side[4] = test::admittance(0.3);
    scene.solids = {{"box", {8 * test::cell, 9 * test::cell, 0}, {10 * test::cell, 11 * test::cell, test::cell}, {}}};
    const ErrorBudget half = error_budget(plan_of(scene));
    ASSERT_TRUE(half.with_ports);
    EXPECT_GT(std::abs(worst_of(half.wall_losses).normal_reverberation), 0.02);
    scene.boundaries.walls = WallForm::vertex;
    const ErrorBudget vertex = error_budget(plan_of(scene));
    EXPECT_FALSE(vertex.with_ports);
    const WallLoss& worst = worst_of(vertex.wall_losses);
    EXPECT_EQ(half.with_ports->surface, worst.surface);
    EXPECT_NEAR(half.with_ports->normal_reverberation, worst.normal_reverberation, 1e-4);
    EXPECT_NEAR(half.with_ports->random_reverberation, worst.random_reverberation, 1e-4);
    EXPECT_LT(std::abs(worst.normal_reverberation), 0.01);

    scene.boundaries.walls = WallForm::automatic;
    scene.grid.stencil.name = "leggy-3";  // has no such walls
    EXPECT_FALSE(error_budget(plan_of(scene)).with_ports);
}

/// Walls on the nodes of this stencil would have a negative mass of air.
TEST(WallForm, StencilsWithoutPassiveWallsOnTheirNodesKeepHalfCellWalls) {
    EXPECT_LT(half_cell_air_mass(make_stencil("compact-123-me4", 3), WallPosition::whole), 0);
    Scene scene = tube();
    scene.grid.stencil.name = "compact-123-me4";
    scene.grid.max_frequency_hz = test::sound_speed / (5 * test::cell);
    scene.boundaries.side.fill(test::absorbing(0.3));
    EXPECT_EQ(plan_of(scene).report.walls_method, "branch half-cell walls (BI)");
}

}  // namespace
}  // namespace wavesim
