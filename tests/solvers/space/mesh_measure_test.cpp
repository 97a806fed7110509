// SPDX-License-Identifier: MIT
// Volume and areas of rooms from triangles, against those of the triangles themselves.
#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <random>

#include "physics/scene_builder.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "solvers/space/mesh_voxels.hpp"

namespace wavesim {
namespace {

using test::absorbing;
using test::add_box;
using test::cell;

Point in_cells(double x, double y, double z) { return {x * cell, y * cell, z * cell}; }

/// A mesh and its voxels.
struct Measured {
    Scene scene;
    GridChoice grid;
    double grid_m3 = 0;

    Measured(TriangleMesh mesh, const Point& source, const std::vector<SurfaceLaw>& surfaces) {
        scene = test::small_room();
        scene.sources[0].position = source;
        scene.geometry = test::walls_of(std::move(mesh), MeshWalls::Air::enclosed, surfaces);
        grid = *choose_grid(3, scene.size_m, cell, WallPosition::half);
        grid.mesh = make_mesh_room(scene, grid, make_surfaces(scene));
        grid_m3 = static_cast<double>(count_air_nodes(voxelise(scene, grid, make_surfaces(scene)))) * std::pow(cell, 3);
    }
    const MeshRoom& room() const { return *grid.mesh; }
    double asked_m3() const { return grid_m3 + room().missing_m3(); }
};

/// Rooms of odd sizes, whose planes lie anywhere between the nodes; the volume but for terms of third order.
TEST(MeshMeasure, VolumeAndAreasAreThoseOfTheTriangles) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(0.1, 0.9);
    for (int round = 0; round < 40; ++round) {
        const Point a = in_cells(2 + place(random), 3 + place(random), 2 + place(random));
        const Point b = in_cells(16 + place(random), 12 + place(random), 8 + place(random));
        TriangleMesh mesh;
        add_box(mesh, a, b, 0, 0, true);
        std::vector<SurfaceLaw> surfaces;
        for (int s = 0; s < 6; ++s) surfaces.push_back(absorbing(0.1 + 0.1 * s));
        const Measured measured(mesh, in_cells(6, 5, 5), surfaces);
        const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
        EXPECT_NEAR(measured.asked_m3() / (x * y * z), 1, 5e-4) << round << ", grid " << measured.grid_m3 / (x * y * z);
        const std::array<double, 3> sides{y * z, x * z, x * y};
        ASSERT_EQ(measured.room().true_areas().size(), 6U);
        for (const MeshRoom::TrueArea& area : measured.room().true_areas())
            EXPECT_NEAR(area.m2 / sides[(area.surface - 6U) / 2], 1, 1e-9) << round << " " << int{area.surface};
        EXPECT_FALSE(measured.room().has_slopes());
    }
}

/// Turned rooms and spheres, of which grids miss some per cent.
TEST(MeshMeasure, VolumeOfTurnedRoomsIsThatOfTheTriangles) {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
    double largest = 0, mean = 0;
    for (int round = 0; round < 40; ++round) {
        TriangleMesh mesh;
        add_box(mesh, in_cells(6.3, 4.8, 3.6), in_cells(13.8, 11.1, 8.4), 0);
        test::turn(mesh, in_cells(10, 8, 6), angle(random), angle(random));
        const Measured measured(mesh, in_cells(10, 8, 6), {absorbing(0.1)});
        const double asked = 7.5 * 6.3 * 4.8, area = 2 * (7.5 * 6.3 + 7.5 * 4.8 + 6.3 * 4.8);
        const double error = measured.asked_m3() / std::pow(cell, 3) / asked - 1;
        largest = std::max(largest, std::abs(error));
        mean += error / 40;
        EXPECT_NEAR(measured.room().true_areas().at(0).m2 / (cell * cell), area, 1e-6 * area);
        EXPECT_TRUE(measured.room().has_slopes());
    }
    EXPECT_LT(largest, 0.03);
    EXPECT_NEAR(mean, 0, 0.01);
}

/// A floor that goes on outside the room: of its 18 x 14 cells air touches 12 x 8.
TEST(MeshMeasure, PlanesThatGoOnBehindOthersCountWhereAirTouchesThem) {
    TriangleMesh mesh;
    add_box(mesh, in_cells(4.2, 3.3, 2.1), in_cells(16.2, 11.3, 9.1), 1);
    mesh.triangles.erase(mesh.triangles.begin() + 8, mesh.triangles.begin() + 10);  // z_min
    test::add_quad(mesh, {in_cells(1, 1, 2.1), in_cells(19, 1, 2.1), in_cells(19, 15, 2.1), in_cells(1, 15, 2.1)}, 0);
    const Measured measured(mesh, in_cells(10, 8, 6), {absorbing(0.3), absorbing(0.1)});
    std::map<int, double> areas;
    for (const MeshRoom::TrueArea& area : measured.room().true_areas()) areas[area.surface - 6] = area.m2 / cell / cell;
    EXPECT_NEAR(areas[0], 12 * 8, 0.01);
    EXPECT_NEAR(areas[1], 12 * 8 + 2 * 7 * (12 + 8), 0.01);
    EXPECT_NEAR(measured.asked_m3() / std::pow(cell, 3), 12 * 8 * 7, 1);
}

/// Two rooms side by side, with a source in each; with a door between them they are one.
TEST(MeshMeasure, TellsOfAirsThatNothingConnects) {
    for (const bool door : {false, true}) {
        TriangleMesh mesh;
        add_box(mesh, in_cells(2, 3, 2), in_cells(18, 13, 9), 0);
        test::add_quad(
            mesh,
            {in_cells(10, 3, 2), in_cells(10, door ? 10 : 13, 2), in_cells(10, door ? 10 : 13, 9), in_cells(10, 3, 9)},
            0, 1);
        Scene scene = test::small_room();
        scene.sources[0].position = in_cells(5, 5, 5);
        scene.sources.push_back(scene.sources[0]);
        scene.sources[1].position = in_cells(15, 6, 4);
        scene.receivers = {test::receiver("a", in_cells(14, 10, 7))};
        scene.geometry = test::walls_of(mesh, MeshWalls::Air::enclosed, {absorbing(0.1)});
        const std::vector<std::string> warnings = test::plan_of(scene).report.warnings;
        const auto apart = std::ranges::count_if(
            warnings, [](const std::string& text) { return text.find("keeps 2 airs with sources apart") < 99; });
        EXPECT_EQ(apart, door ? 0 : 1);
    }
}

}  // namespace
}  // namespace wavesim
