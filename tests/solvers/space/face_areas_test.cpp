// SPDX-License-Identifier: MIT
#include "solvers/space/face_areas.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <numbers>

#include "boundary/wall_faces.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "solvers/space/mesh_voxels.hpp"

namespace wavesim {
namespace {

using test::absorbing;
using test::cell;

Point point_of(double x, double y, double z) { return {x * cell, y * cell, z * cell}; }

/// The room of a mesh, whose surfaces have the numbers 6 and more.
VoxelRoom room_of(TriangleMesh mesh, std::size_t materials, const Point& source, int threads = 1) {
    Scene scene = test::small_room();
    scene.sources[0].position = source;
    std::vector<SurfaceLaw> laws;
    for (std::size_t m = 0; m < materials; ++m) laws.push_back(absorbing(0.1 + 0.1 * static_cast<double>(m)));
    scene.geometry = test::walls_of(std::move(mesh), MeshWalls::Air::enclosed, laws);
    GridChoice grid = *choose_grid(3, scene.size_m, cell, WallPosition::half);
    grid.mesh = make_mesh_room(scene, grid, make_surfaces(scene), {MeshWalls::Form::areas, {}}, threads);
    return voxelise(scene, grid, make_surfaces(scene));
}

/// Areas by surface, in cell faces.
std::array<double, 16> areas_of(const VoxelRoom& room) {
    std::array<double, 16> areas{};
    for_each_wall_face(room, [&](std::int64_t node, Side side, std::uint16_t surface) {
        areas.at(surface) += room.area_of(node, side);
    });
    return areas;
}

TEST(FaceAreas, OfATurnedRoomAreThoseOfItsTriangles) {
    const std::array<double, 3> size{9, 7, 5};
    for (const auto& [around_z, around_x] : {std::pair{0.3, 0.0}, {0.9, 0.4}, {std::numbers::pi / 4, 0.0}}) {
        TriangleMesh mesh;
        test::add_box(mesh, point_of(5.5, 4.5, 3.5), point_of(14.5, 11.5, 8.5), 0, 0, true);
        test::turn(mesh, point_of(10, 8, 6), around_z, around_x);
        const VoxelRoom room = room_of(mesh, 6, point_of(10, 8, 6));
        const std::array<double, 16> areas = areas_of(room);
        for (std::size_t side = 0; side < 6; ++side) {
            const double area = size[(side / 2 + 1) % 3] * size[(side / 2 + 2) % 3];
            EXPECT_NEAR(areas[6 + side], area, 0.02) << side << ' ' << around_z;
        }
    }
}

TEST(FaceAreas, OfWallsOnTheFacesOfCellsAreLeftAlone) {
    TriangleMesh mesh;
    test::add_box(mesh, point_of(3, 3, 2), point_of(17, 13, 9), 0, 0, true);
    test::add_box(mesh, point_of(6, 5, 2), point_of(9, 8, 6), 6, 1);
    const VoxelRoom room = room_of(mesh, 7, point_of(12.3, 8.1, 5.2));
    EXPECT_TRUE(room.areas.empty());
    EXPECT_EQ(areas_of(room)[12], 3 * 3 + 2 * 4 * (3 + 3));
}

/// A sheet across the room takes sound on both sides, whichever cells it fills.
TEST(FaceAreas, OfASlopingSheetCountTwice) {
    TriangleMesh mesh;
    test::add_box(mesh, point_of(3, 3, 2), point_of(17, 13, 10), 0);
    test::add_quad(mesh, {point_of(5, 5, 4), point_of(13, 5, 7), point_of(13, 11, 7), point_of(5, 11, 4)}, 1, 1);
    const std::array<double, 16> areas = areas_of(room_of(mesh, 2, point_of(15.3, 4.1, 5.2)));
    EXPECT_NEAR(areas[7], 2 * 6 * std::hypot(8.0, 3.0), 0.05);
    EXPECT_NEAR(areas[6], 2 * (14 * 10 + 14 * 8 + 10 * 8), 0.05);
}

/// A piece without a face in its own box, between a face one box above it and one two boxes below.
TEST(FaceAreas, OfAPieceWithoutAFaceGoToTheNearest) {
    const Extent n{12, 12, 12};
    const std::int64_t below = n.index(5, 5, 4), above = n.index(5, 5, 7);
    FaceAreas areas(n, {{below, Side::z_min, 6}, {above, Side::z_min, 6}});
    WallPiece piece;
    piece.low = {5, 5, 5};
    piece.area = 0.75;
    piece.centre = {5.5, 5.5, 5.5};
    piece.normal = {0, 0, 1};

    areas.share_out(
        {piece}, [](std::uint32_t) { return std::uint8_t{6}; }, 1);

    EXPECT_EQ(areas.lost(), 0);
    std::map<std::int64_t, double> found;
    for (const VoxelRoom::FaceArea& face : areas.rounded()) found[face.node] = face.area;
    EXPECT_EQ(found, (std::map<std::int64_t, double>{{below, 0}, {above, 0.75}}));
}

TEST(FaceAreas, AreSumsOverPiecesOfAllThreads) {
    const Extent n{12, 12, 12};
    FaceAreas areas(n, {{n.index(5, 5, 5), Side::z_min, 6}});
    std::vector<WallPiece> pieces(10000);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        pieces[i].low = {5, 5, 4};
        pieces[i].area = static_cast<double>(i % 3 + 1) / 32768;
        pieces[i].centre = {5.5, 5.5, 4.5};
        pieces[i].normal = {0, 0, 1};
    }
    areas.share_out(
        pieces, [](std::uint32_t) { return std::uint8_t{6}; }, 2);
    ASSERT_EQ(areas.rounded().size(), 1U);
    EXPECT_EQ(areas.rounded().front().area, 39.0 / 64);  // 19999 / 32768
}

/// A box in 6 x 40 x 40 squares, each of two triangles.
TriangleMesh fine_box(const Point& from, const Point& to) {
    constexpr int across = 40;
    TriangleMesh box, fine;
    test::add_box(box, from, to, 0, 0, true);
    const auto between = [](const Point& a, const Point& b, double t) {
        return Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
    };
    for (std::size_t side = 0; side < 6; ++side) {
        const auto& corner = box.triangles[2 * side].corner;  // three of the four, the second between the others
        const Point a = box.corners[corner[0]], b = box.corners[corner[1]], c = box.corners[corner[2]];
        const Point d{a.x + c.x - b.x, a.y + c.y - b.y, a.z + c.z - b.z};
        const auto at = [&](int i, int j) {
            const double u = static_cast<double>(i) / across, v = static_cast<double>(j) / across;
            return between(between(a, b, u), between(d, c, u), v);
        };
        for (int i = 0; i < across; ++i)
            for (int j = 0; j < across; ++j)
                test::add_quad(fine, {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)},
                               static_cast<std::uint32_t>(side));
    }
    return fine;
}

TEST(FaceAreas, OfManyTrianglesAreTheSameOnAnyNumberOfThreads) {
    TriangleMesh mesh = fine_box(point_of(5.5, 4.5, 3.5), point_of(14.5, 11.5, 8.5));
    test::turn(mesh, point_of(10, 8, 6), 0.9, 0.4);
    const std::array<double, 3> size{9, 7, 5};
    std::vector<VoxelRoom> rooms;
    for (const int threads : {1, 3}) {
        rooms.push_back(room_of(mesh, 6, point_of(10, 8, 6), threads));
        const std::array<double, 16> areas = areas_of(rooms.back());
        for (std::size_t side = 0; side < 6; ++side)
            EXPECT_NEAR(areas[6 + side], size[(side / 2 + 1) % 3] * size[(side / 2 + 2) % 3], 0.05) << side;
    }
    EXPECT_EQ(rooms[0].solid, rooms[1].solid);
    ASSERT_EQ(rooms[0].areas.size(), rooms[1].areas.size());
    for (std::size_t i = 0; i < rooms[0].areas.size(); ++i) {
        EXPECT_EQ(rooms[0].areas[i].node, rooms[1].areas[i].node);
        EXPECT_EQ(rooms[0].areas[i].area, rooms[1].areas[i].area);
    }
}

}  // namespace
}  // namespace wavesim
