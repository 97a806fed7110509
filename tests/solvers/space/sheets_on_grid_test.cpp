// SPDX-License-Identifier: MIT
// Sheets of a scene on its grid: where they lie, what is measured, and which nodes points beside them use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "physics/scene_builder.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/plan_sketch.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/geometry_report.hpp"
#include "solvers/ways/sealed_air.hpp"

namespace wavesim {
namespace {

using test::admittance;
using test::box_scene;
using test::cell;

SolidBox sheet(Point from, Point to, int across) {
    const auto metres = [](const Point& p) { return Point{p.x * cell, p.y * cell, p.z * cell}; };
    SolidBox box;
    box.name = "top";
    box.from = metres(from);
    box.to = metres(to);
    box.across = across;
    return box;
}

/// A room of 12 x 10 x 8 cells with a table top of 5 x 4 cells at a height of 3.3 cells.
Scene desk() {
    Scene scene = box_scene({12, 10, 8}, "leggy-1", 0.05);
    scene.solids = {sheet({2, 3, 3.3}, {7, 7, 3.3}, 2)};
    scene.solids[0].surface = admittance(0.1);
    scene.solids[0].upper = admittance(0.4);
    scene.sources = {test::ricker(test::node(8, 1, 6), 12)};
    scene.receivers = {test::receiver("above", test::node(4, 4, 5)), test::receiver("under", test::node(4, 5, 1))};
    return scene;
}

TEST(SheetFaces, LieInTheNearestPlaneBetweenNodes) {
    const GridChoice grid{{12, 10, 8}, cell, 0};
    for (const auto& [at, plane] : {std::pair{3.3, 3}, {3.51, 4}, {2.6, 3}}) {
        const auto faces = sheet_faces(grid, 3, sheet({2, 2.6, at}, {7, 6.4, at}, 2));
        ASSERT_TRUE(faces);
        EXPECT_EQ(faces->axis, 2);
        EXPECT_EQ(faces->before.from, (Node{2, 3, plane - 1})) << at;
        EXPECT_EQ(faces->before.to, (Node{7, 6, plane})) << at;
        EXPECT_EQ(plane_of(*faces).from.z, plane);
    }
    EXPECT_FALSE(sheet_faces(grid, 3, sheet({2, 2, 0.4}, {7, 6, 0.4}, 2)));  // the floor
    EXPECT_FALSE(sheet_faces(grid, 3, sheet({2, 2, 7.6}, {7, 6, 7.6}, 2)));  // the ceiling
    EXPECT_FALSE(sheet_faces(grid, 3, sheet({12, 2, 4}, {14, 6, 4}, 2)));    // outside
    EXPECT_FALSE(box_nodes(grid, 3, sheet({2, 2, 3}, {7, 6, 3}, 2)));        // no nodes of its own
    const auto strip = sheet_faces(grid, 3, sheet({2, 3.6, 3}, {7, 3.9, 3}, 2));
    ASSERT_TRUE(strip);
    EXPECT_EQ(strip->before.to.y - strip->before.from.y, 1);
    const auto flat = sheet_faces({{12, 1, 8}, cell, 0}, 2, sheet({5, 0, 2}, {5, 0, 6}, 0));
    ASSERT_TRUE(flat);
    EXPECT_EQ(flat->before.from, (Node{4, 0, 2}));
    EXPECT_EQ(flat->before.to, (Node{5, 1, 6}));
}

TEST(SheetFaces, PlanesOfARoomHaveThoseOfTheWhole) {
    const Scene scene = desk();
    const GridChoice grid{{12, 10, 8}, cell, 0};
    const SurfaceTable surfaces = make_surfaces(scene);
    EXPECT_EQ(surfaces.of_solid[0], 6U);
    EXPECT_EQ(surfaces.of_upper[0], 7U);
    EXPECT_EQ(surfaces.labels[7], "top (upper face)");
    const VoxelRoom whole = voxelise(scene, grid, surfaces);
    ASSERT_EQ(whole.sheets.size(), 20U);
    EXPECT_EQ(count_air_nodes(whole), 12 * 10 * 8);
    const std::int64_t below = grid.extent.index(4, 4, 2), above = grid.extent.index(4, 4, 3);
    EXPECT_EQ(whole.sheet_surface(below, Side::z_max), 6);
    EXPECT_EQ(whole.sheet_surface(above, Side::z_min), 7);
    for (const auto& [from, to, faces] : {std::tuple{0, 3, 0U}, {1, 4, 20U}, {2, 8, 20U}, {3, 8, 0U}}) {
        const VoxelRoom part = voxelise_planes(scene, grid, surfaces, from, to);
        EXPECT_TRUE(part.has_sheets());  // also where none of its faces lies
        EXPECT_EQ(part.sheets.size(), faces);
        for (std::size_t i = 0; i < part.sheets.size(); ++i)
            EXPECT_EQ(part.sheets[i].node, whole.sheets[i].node - 120 * from);
    }
}

TEST(SheetFaces, AreMeasuredOnBothSidesAndTakeNoAir) {
    const Scene scene = desk();
    const SurfaceTable surfaces = make_surfaces(scene);
    const GeometryReport report =
        report_geometry(scene, {{12, 10, 8}, cell, 0}, WallPosition::half, surfaces, {0, 0, 0, 0, 0, 0, 0.1, 0.4});
    const double m2 = cell * cell;
    EXPECT_NEAR(report.volume_m3, 960 * m2 * cell, 1e-12);
    EXPECT_NEAR(report.volume_asked_m3, report.volume_m3, 1e-12);
    EXPECT_NEAR(report.solid_shift_m, 0.3 * cell, 1e-12);
    ASSERT_EQ(report.areas.size(), 8U);
    for (const std::size_t face : {6U, 7U}) {
        EXPECT_NEAR(report.areas[face].m2, 20 * m2, 1e-12);
        EXPECT_NEAR(report.areas[face].asked_m2, 20 * m2, 1e-12);
    }
    EXPECT_NEAR(report.areas[4].m2, 120 * m2, 1e-12);  // the floor is all there
}

TEST(SheetFaces, SealOffAir) {
    Scene scene = desk();
    const auto warnings = [&] { return sealed_air_warnings(draft_plan(scene, {})); };
    EXPECT_THAT(warnings(), testing::IsEmpty());
    scene.solids[0].from = {0, 0, 3.3 * cell};
    scene.solids[0].to = {12 * cell, 10 * cell, 3.3 * cell};
    EXPECT_THAT(warnings(), testing::ElementsAre(testing::HasSubstr("no sound reaches receiver 'under'")));
    scene.solids[0].to.x -= cell;
    EXPECT_THAT(warnings(), testing::IsEmpty());
}

TEST(SheetFaces, PointsUseNodesOfTheirOwnSideOnly) {
    Scene scene = desk();
    scene.receivers = {test::receiver("above", {4.3 * cell, 5.2 * cell, 3.4 * cell}),
                       test::receiver("under", {4.3 * cell, 5.2 * cell, 2.7 * cell}),
                       test::receiver("beside", {9.3 * cell, 5.2 * cell, 2.7 * cell})};
    const Plan plan = test::plan_of(scene);
    const auto& points = common_part(plan.problem).receivers;
    std::array<std::array<double, 2>, 3> sums{};  // of the weights of nodes below the sheet's plane, and above it
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t i = 0; i < points[r].nodes.size(); ++i) {
            const Node n = node_at(plan.grid(), points[r].nodes[i]);
            const bool column = n.x >= 2 && n.x < 7 && n.y >= 3 && n.y < 7;
            if (column || r == 2) sums[r][n.z < 3 ? 0 : 1] += std::abs(points[r].weights[i]);
        }
    EXPECT_EQ(sums[0][0], 0);
    EXPECT_GT(sums[0][1], 0.5);
    EXPECT_EQ(sums[1][1], 0);
    EXPECT_GT(sums[1][0], 0.5);
    EXPECT_GT(std::min(sums[2][0], sums[2][1]), 0.1);
}

TEST(SheetFaces, PointsBetweenASheetAndItsPlaceAreRefused) {
    const auto fault_at = [](double z) -> std::string {
        Scene scene = desk();
        scene.receivers[0].position = {4.5 * cell, 4.5 * cell, z * cell};
        try {
            test::plan_of(scene);
        } catch (const SceneError& error) {
            return error.what();
        }
        return {};
    };
    for (const double z : {3.0, 3.2, 3.3}) EXPECT_THAT(fault_at(z), testing::HasSubstr("lies in the sheet 'top'")) << z;
    for (const double z : {2.9, 3.4}) EXPECT_EQ(fault_at(z), "") << z;
}

TEST(SheetFaces, TheSketchForecastsWhatTheWholePlanForecasts) {
    for (const char* stencil : {"leggy-2", "compact-27-iwb"}) {
        Scene scene = desk();
        scene.grid.stencil.name = stencil;
        PlanOptions options;
        options.backend = "cpu";
        const Plan plan = make_plan(scene, test::small_machine(), options);
        const PlanSketch sketch = sketch_plan(draft_plan(scene, options), test::small_machine(), options);
        const WallPasses& walls = common_part(plan.problem).walls;
        EXPECT_EQ(sketch.report.walls_method, plan.report.walls_method);
        EXPECT_GT(walls.corrections.size(), 0U);
        EXPECT_EQ(sketch.walls.corrections.size(), walls.corrections.size());
        EXPECT_EQ(sketch.walls.explicit_walls.nodes, walls.explicit_walls.nodes);
        EXPECT_EQ(sketch.walls.branch_walls.nodes, walls.branch_walls.nodes);
        EXPECT_EQ(sketch.forecast.memory.walls, plan.forecast.memory.walls);
        EXPECT_EQ(sketch.forecast.memory.total(), plan.forecast.memory.total());
    }
}

TEST(SheetFaces, NearAbsorbingSidesAreRefusedAndAutoStaysAway) {
    Scene scene = desk();
    scene.boundaries.kind[static_cast<std::size_t>(Side::x_min)] = SideKind::absorbing;
    scene.boundaries.layer[static_cast<std::size_t>(Side::x_min)].cells = 20;
    scene.grid.stencil.name = "leggy-4";
    EXPECT_THROW(test::plan_of(scene), SceneError);  // two cells from the layer, and the stencil reaches four
    scene.grid.stencil.name = "leggy-2";
    EXPECT_NO_THROW(test::plan_of(scene));
    scene.grid.stencil.name = "auto";
    EXPECT_NO_THROW(test::plan_of(scene));
}

}  // namespace
}  // namespace wavesim
