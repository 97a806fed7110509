// SPDX-License-Identifier: MIT
#include "solvers/ways/mesh_report.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "solvers/space/mesh_voxels.hpp"

namespace wavesim {
namespace {

using test::cell;

/// A room of 13 x 9 x 8 cells in which a block of 3 x 2 x 4 cells hangs, with planes between the nodes. Faces and
/// volume on the grid are those of the boxes, whether the grid is made for 1, 3, 5 or 16 of its 12 planes at a time.
TEST(MeshReport, FacesAndVolumeAreThoseOfTheBoxesInWhateverPieces) {
    const auto at = [](double x, double y, double z) { return Point{x * cell, y * cell, z * cell}; };
    TriangleMesh mesh;
    test::add_box(mesh, at(3, 2, 2), at(16, 11, 10), 0, 0, true);
    test::add_box(mesh, at(6, 5, 4), at(9, 7, 8), 6, 1);
    std::vector<SurfaceLaw> laws;
    for (int s = 0; s < 7; ++s) laws.push_back(test::absorbing(0.1 + 0.1 * s));
    Scene scene = test::small_room();
    scene.sources[0].position = at(12.5, 8.5, 7.5);
    scene.geometry = test::walls_of(std::move(mesh), MeshWalls::Air::enclosed, laws);
    GridChoice grid = *choose_grid(3, scene.size_m, cell, WallPosition::half);
    const SurfaceTable surfaces = make_surfaces(scene);
    grid.mesh = make_mesh_room(scene, grid, surfaces);
    std::vector<double> admittance(surfaces.laws.size());
    for (std::size_t i = 0; i < admittance.size(); ++i) admittance[i] = 0.01 * static_cast<double>(i + 1);
    const double block = 2 * 3 * 2 + 2 * (3 + 2) * 4;
    const std::vector<double> faces{9 * 8, 9 * 8, 13 * 8, 13 * 8, 13 * 9, 13 * 9, block};

    for (const std::int64_t planes : {1, 3, 5, 16}) {
        GeometryReport report;
        measure_mesh(scene, grid, surfaces, admittance, report, 1, planes);
        EXPECT_DOUBLE_EQ(report.volume_m3 / std::pow(cell, 3), 13 * 9 * 8 - 3 * 2 * 4) << planes;
        ASSERT_EQ(report.areas.size(), 6 + faces.size());
        for (std::size_t s = 0; s < faces.size(); ++s) {
            EXPECT_DOUBLE_EQ(report.areas[6 + s].m2 / (cell * cell), faces[s]) << planes << ", surface " << s;
            EXPECT_EQ(report.areas[6 + s].admittance, admittance[6 + s]);
        }
        ASSERT_EQ(report.parts.size(), 1U);
        EXPECT_DOUBLE_EQ(report.parts[0].area[2] / (cell * cell), 2 * (13 * 9 + 3 * 2)) << planes;
    }
}

/// A closed surface of 2 x sectors x (rings - 1) triangles around a point, `radius` wide with bumps of a tenth of it.
TriangleMesh bumpy_ball(const Point& centre, double radius, int rings, int sectors) {
    const auto point = [&](int ring, int sector) {
        const double polar = std::numbers::pi * ring / rings,
                     around = 2 * std::numbers::pi * (sector % sectors) / sectors;
        const double r = radius * (1 + 0.1 * std::sin(5 * polar) * std::sin(7 * around) * std::sin(polar));
        return Point{centre.x + r * std::sin(polar) * std::cos(around),
                     centre.y + r * std::sin(polar) * std::sin(around), centre.z + r * std::cos(polar)};
    };
    TriangleMesh mesh;
    mesh.materials = mesh.parts = {"ball"};
    const auto add = [&](const Point& a, const Point& b, const Point& c) {
        const auto first = static_cast<std::uint32_t>(mesh.corners.size());
        mesh.corners.insert(mesh.corners.end(), {a, b, c});
        mesh.triangles.push_back({{first, first + 1, first + 2}, 0, 0});
    };
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sectors; ++j) {
            if (i < rings - 1) add(point(i, j), point(i + 1, j), point(i + 1, j + 1));
            if (i > 0) add(point(i, j), point(i + 1, j + 1), point(i, j + 1));
        }
    return mesh;
}

/// The volume that closed triangles surround.
double volume_of(const TriangleMesh& mesh) {
    double six = 0;
    for (const TriangleMesh::Triangle& t : mesh.triangles) {
        const Point &a = mesh.corners[t.corner[0]], &b = mesh.corners[t.corner[1]], &c = mesh.corners[t.corner[2]];
        six += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
    }
    return std::abs(six) / 6;
}

/// A ball of 8,000 triangles in 464^3 = 1e8 cells. Errors are those of rays through boxes, and of 50 cells per radius.
TEST(MeshReport, MeasuresABallInAHundredMillionCellsOnTwoThreadsAsOnOne) {
    Scene scene = test::box_scene({464, 464, 464}, "compact-27-iwb", 0.01);
    const Point centre{232.3 * cell, 231.9 * cell, 232.1 * cell};
    scene.sources = {test::ricker({centre.x + cell, centre.y, centre.z}, 10)};
    TriangleMesh mesh = bumpy_ball(centre, 50 * cell, 41, 100);
    const double exact = volume_of(mesh);
    scene.geometry = test::walls_of(std::move(mesh), MeshWalls::Air::enclosed, {test::absorbing(0.1)});
    const SurfaceTable surfaces = make_surfaces(scene);
    const std::vector<double> admittance(surfaces.laws.size(), 0.05);
    for (const auto& [form, most] : {std::pair{MeshWalls::Form::voxel, 1e-4}, std::pair{MeshWalls::Form::areas, 1e-4},
                                     std::pair{MeshWalls::Form::cut, 5e-5}}) {
        std::array<GeometryReport, 2> report;
        for (const int threads : {1, 2}) {
            GridChoice grid = *choose_grid(3, scene.size_m, cell, WallPosition::half);
            ASSERT_EQ(grid.extent.nodes(), 99'897'344);
            grid.mesh = make_mesh_room(scene, grid, surfaces, {form, CutStiffness::mean}, threads);
            GeometryReport& own = report.at(static_cast<std::size_t>(threads - 1));
            measure_mesh(scene, grid, surfaces, admittance, own, threads);
            EXPECT_NEAR((form == MeshWalls::Form::cut ? own.volume_m3 : own.volume_asked_m3) / exact, 1, most);
        }
        EXPECT_EQ(report[0].volume_m3, report[1].volume_m3);
        EXPECT_EQ(report[0].volume_asked_m3, report[1].volume_asked_m3);
        ASSERT_EQ(report[0].areas.size(), report[1].areas.size());
        for (std::size_t s = 0; s < report[0].areas.size(); ++s) {
            EXPECT_EQ(report[0].areas[s].m2, report[1].areas[s].m2);
            EXPECT_EQ(report[0].areas[s].asked_m2, report[1].areas[s].asked_m2);
        }
    }
}

}  // namespace
}  // namespace wavesim
