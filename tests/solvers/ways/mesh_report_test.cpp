// SPDX-License-Identifier: MIT
#include "solvers/ways/mesh_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
        measure_mesh(scene, grid, surfaces, admittance, report, planes);
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

}  // namespace
}  // namespace wavesim
