// SPDX-License-Identifier: MIT
#include "solvers/ways/geometry_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace wavesim {
namespace {

SurfaceLaw admittance(double g) {
    SurfaceLaw law;
    law.kind = SurfaceLaw::Kind::admittance;
    law.value = g;
    return law;
}

Scene empty_room() {
    Scene scene;
    scene.size_m = {4, 3, 2};
    return scene;
}

struct Asked {
    double volume = 0;
    std::vector<double> area;
};

Asked asked_geometry(const Scene& scene) {
    const SurfaceTable surfaces = make_surfaces(scene);
    const GeometryReport report = report_geometry(scene, {{16, 12, 8}, 0.25, 0}, WallPosition::half, surfaces,
                                                  std::vector<double>(surfaces.laws.size(), 0.0));
    Asked asked{report.volume_asked_m3, {}};
    for (const auto& area : report.areas) asked.area.push_back(area.asked_m2);
    return asked;
}

TEST(AskedGeometry, AnEmptyBox) {
    const Asked asked = asked_geometry(empty_room());
    EXPECT_DOUBLE_EQ(asked.volume, 24);
    EXPECT_EQ(asked.area, (std::vector<double>{6, 6, 8, 8, 12, 12}));
}

TEST(AskedGeometry, ABoxOnTheFloorHidesItAndShowsItsOtherFaces) {
    Scene scene = empty_room();
    scene.solids = {{"block", {1, 1, 0}, {2, 2.5, 0.5}, admittance(0.1)}};
    const Asked asked = asked_geometry(scene);
    EXPECT_DOUBLE_EQ(asked.volume, 24 - 0.75);
    EXPECT_DOUBLE_EQ(asked.area[4], 12 - 1.5);
    EXPECT_DOUBLE_EQ(asked.area[6], 1.5 + 2 * 0.5 + 2 * 0.75);
}

TEST(AskedGeometry, TouchingAndOverlappingBoxesShowTheirUnion) {
    Scene scene = empty_room();
    scene.solids = {{"seat", {1, 1, 0}, {2, 2, 0.5}, admittance(0.1)},
                    {"back", {1, 1, 0.5}, {1.2, 2, 1}, admittance(0.2)},   // stands on the seat
                    {"rug", {1.5, 1, 0}, {2, 2, 0.25}, admittance(0.3)}};  // inside the seat, wins there
    const Asked asked = asked_geometry(scene);
    EXPECT_DOUBLE_EQ(asked.volume, 24 - 0.5 - 0.1);
    EXPECT_DOUBLE_EQ(asked.area[7], 0.2 + 2 * 0.5 + 2 * 0.1);
    EXPECT_DOUBLE_EQ(asked.area[8], 0.25 + 2 * 0.125);
    EXPECT_DOUBLE_EQ(asked.area[6], 0.8 + 0.5 + 0.25 + 2 * (0.5 - 0.125));
}

TEST(GeometryReport, VoxelsThatFitHaveTheAskedAreas) {
    Scene scene = empty_room();
    scene.solids = {{"block", {1, 1, 0}, {2, 2.5, 0.5}, admittance(0.1)}};
    const SurfaceTable surfaces = make_surfaces(scene);
    const GridChoice grid{{16, 12, 8}, 0.25, 0};
    const GeometryReport report = report_geometry(scene, grid, WallPosition::half, surfaces, {0, 0, 0, 0, 0.5, 0, 0.1});
    EXPECT_DOUBLE_EQ(report.volume_m3, report.volume_asked_m3);
    ASSERT_EQ(report.areas.size(), 7u);
    for (const auto& area : report.areas) EXPECT_DOUBLE_EQ(area.m2, area.asked_m2) << area.surface;
    EXPECT_EQ(report.areas[4].admittance, 0.5);
    EXPECT_TRUE(geometry_warnings(report, 3).empty());
}

/// Of 110 blocks, each 0.1 mm off the last, only the cells of the grid are counted: together they are one block of
/// 1 m x 1.5 m x 0.5 m on the floor of the grid.
TEST(GeometryReport, TakesTheGridForWhatIsAskedWhereFacesAreTooMany) {
    Scene scene = empty_room();
    for (int i = 0; i < 110; ++i) {
        const double off = 1e-4 * i;
        scene.solids.push_back(
            {"block", {1 + off, 1 + off, 0.5 + off}, {2 + off, 2.5 + off, 1 + off}, admittance(0.1)});
    }
    const SurfaceTable surfaces = make_surfaces(scene);
    const GeometryReport report = report_geometry(scene, {{16, 12, 8}, 0.25, 0}, WallPosition::half, surfaces,
                                                  std::vector<double>(surfaces.laws.size(), 0.0));
    ASSERT_TRUE(report.asked_on_grid);
    EXPECT_DOUBLE_EQ(report.volume_asked_m3, 24 - 1 * 1.5 * 0.5);
    double area = 0;
    for (std::size_t i = 6; i < report.areas.size(); ++i) area += report.areas[i].asked_m2;
    EXPECT_DOUBLE_EQ(area, 2 * (1 * 1.5 + 1 * 0.5 + 1.5 * 0.5));
}

TEST(GeometryReport, WarnsAboveHalfAPercent) {
    Scene scene = empty_room();
    scene.solids = {{"block", {1, 1, 0}, {2.1, 2.5, 0.5}, admittance(0.1)}};
    const SurfaceTable surfaces = make_surfaces(scene);
    const GridChoice grid{{16, 12, 8}, 0.25, 0};
    const GeometryReport report =
        report_geometry(scene, grid, WallPosition::half, surfaces, std::vector<double>(7, 0.0));
    const std::vector<std::string> warnings = geometry_warnings(report, 3);
    ASSERT_EQ(warnings.size(), 2u);
    EXPECT_EQ(warnings[0], "the area of z_min is 10.5 m2 on the grid, 10.35 m2 were asked for (+1.4 %)");
    EXPECT_EQ(warnings[1], "the area of block is 4 m2 on the grid, 4.25 m2 were asked for (-5.9 %)");
}

TEST(GeometryReport, WholeSampleBoxes) {
    const SurfaceTable surfaces = make_surfaces(empty_room());
    const GridChoice grid{{17, 13, 9}, 0.25, 0};
    const GeometryReport report =
        report_geometry(empty_room(), grid, WallPosition::whole, surfaces, std::vector<double>(6, 0.0));
    EXPECT_DOUBLE_EQ(report.volume_m3, 24);
    EXPECT_DOUBLE_EQ(report.areas[2].m2, 8);
}

TEST(GeometryReport, CountsEveryNodeAndFaceOfRandomRooms) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> at(-0.5, 4.5);
    for (int round = 0; round < 20; ++round) {
        Scene scene = empty_room();
        for (int i = 0; i < 6; ++i) {
            const Point a{at(random), at(random), at(random)}, b{at(random), at(random), at(random)};
            scene.solids.push_back({std::to_string(i),
                                    {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                                    {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)},
                                    admittance(0.1 * (1 + i % 3))});
        }
        const SurfaceTable surfaces = make_surfaces(scene);
        const GridChoice grid{{16, 12, 8}, 0.25, 0};
        const std::size_t laws = surfaces.laws.size();
        const VoxelRoom voxels = voxelise(scene, grid, surfaces);
        const std::vector<std::int64_t> faces = count_faces(voxels, laws);

        const GeometryReport report =
            report_geometry(scene, grid, WallPosition::half, surfaces, std::vector<double>(laws, 0.0));

        EXPECT_DOUBLE_EQ(report.volume_m3, static_cast<double>(count_air_nodes(voxels)) / 64);
        ASSERT_EQ(report.areas.size(), laws);
        for (std::size_t s = 0; s < laws; ++s)
            EXPECT_DOUBLE_EQ(report.areas[s].m2, static_cast<double>(faces[s]) / 16) << report.areas[s].surface;
        EXPECT_LE(geometry_cells(scene, grid, surfaces), 2 * 13 * 13 * 13);
    }
}

TEST(GeometryReport, TwoDimensionsCountLengths) {
    Scene scene;
    scene.dims = 2;
    scene.size_m = {4, 0, 2};
    scene.solids = {{"screen", {1, 0, 0}, {1.5, 0, 1}, admittance(0)}};
    const SurfaceTable surfaces = make_surfaces(scene);
    const GridChoice grid{{16, 1, 8}, 0.25, 0};
    const GeometryReport report =
        report_geometry(scene, grid, WallPosition::half, surfaces, std::vector<double>(7, 0.0));
    EXPECT_DOUBLE_EQ(report.volume_m3, 7.5);
    EXPECT_DOUBLE_EQ(report.volume_asked_m3, 7.5);
    ASSERT_EQ(report.areas.size(), 5u);
    EXPECT_EQ(report.areas[2].surface, "z_min");
    EXPECT_DOUBLE_EQ(report.areas[2].asked_m2, 3.5);
    EXPECT_DOUBLE_EQ(report.areas[4].m2, 2.5);
    EXPECT_DOUBLE_EQ(report.areas[4].asked_m2, 2.5);
}

}  // namespace
}  // namespace wavesim
