// SPDX-License-Identifier: MIT
#include "solvers/space/mesh_voxels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <random>

#include "boundary/wall_faces.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/space/mesh_shapes.hpp"

namespace wavesim {
namespace {

using test::absorbing;
using test::add_box;
using test::add_quad;
using test::cell;
using test::node;
using test::small_room;
using test::walls_of;
using testing::ElementsAre;
using testing::HasSubstr;

using Air = MeshWalls::Air;

GridChoice grid_of(const Scene& scene) { return *choose_grid(3, scene.size_m, cell, WallPosition::half); }

VoxelRoom voxels_of(const Scene& scene) {
    GridChoice grid = grid_of(scene);
    const SurfaceTable surfaces = make_surfaces(scene);
    grid.mesh = make_mesh_room(scene, grid, surfaces);
    return voxelise(scene, grid, surfaces);
}

std::string what_is_wrong(const Scene& scene) {
    try {
        voxels_of(scene);
    } catch (const SceneError& error) {
        return error.faults().at(0).message;
    }
    return "nothing";
}

Point cells(double x, double y, double z) { return {x * cell, y * cell, z * cell}; }

/// Of each wall face: air node, side, and the law that it shows.
std::vector<std::tuple<std::int64_t, Side, double>> faces_of(const Scene& scene) {
    const VoxelRoom room = voxels_of(scene);
    const SurfaceTable surfaces = make_surfaces(scene);
    std::vector<std::tuple<std::int64_t, Side, double>> faces;
    for_each_wall_face(room, [&](std::int64_t at, Side side, std::uint16_t surface) {
        faces.emplace_back(at, side, surfaces.laws[surface].value);
    });
    return faces;
}

std::vector<double> traces_of(const Scene& scene) {
    test::MemoryRecorder recorder;
    RunControl control;
    control.backend.threads = 1;
    simulate(test::plan_of(scene), recorder, control);
    return recorder.samples;
}

TEST(MeshVoxels, BoxesOfTrianglesAreTheSameRoomAsBoxes) {
    std::mt19937 random(1);
    // on faces of cells, on centres, and anywhere
    const auto coordinate = [&random](int size) {
        const double whole = std::uniform_int_distribution(0, size)(random);
        const int kind = std::uniform_int_distribution(0, 2)(random);
        return kind == 0 ? whole : kind == 1 ? whole + 0.5 : whole + std::uniform_real_distribution(0.05, 0.45)(random);
    };
    int compared = 0;
    for (int round = 0; round < 200; ++round) {
        Scene scene = small_room();
        scene.sources[0].position = node(19, 15, 11);
        Point a = cells(coordinate(17), coordinate(13), coordinate(9));
        Point b = cells(coordinate(17), coordinate(13), coordinate(9));
        const Point from{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
        const Point to{std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
        Scene boxes = scene;
        boxes.solids = {{"box", from, to, absorbing(0.4)}};
        const auto nodes = box_nodes(grid_of(scene), 3, boxes.solids[0]);
        if (!nodes || nodes->thickened) continue;
        TriangleMesh mesh;
        add_box(mesh, from, to, 0);
        scene.geometry = walls_of(mesh, Air::open, {absorbing(0.4)});
        EXPECT_EQ(faces_of(scene), faces_of(boxes)) << round;
        ++compared;
    }
    EXPECT_GT(compared, 100);
}

TEST(MeshVoxels, BoxesOfTrianglesGiveTheSameBitsAsBoxes) {
    for (const char* stencil : {"leggy-1", "leggy-2", "compact-27-iwb"}) {
        Scene scene = small_room(stencil);
        scene.boundaries.side.fill(absorbing(0.1));
        Scene boxes = scene, mixed = scene;
        const std::array<std::pair<Point, Point>, 3> corners{std::pair{cells(8, 2, 0), cells(12, 7, 5)},
                                                             {cells(12, 2, 0), cells(14, 4, 3)},
                                                             {cells(3, 9, 4), cells(6, 12, 12)}};
        TriangleMesh mesh, rest;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            boxes.solids.push_back(
                {"box", corners[i].first, corners[i].second, absorbing(0.2 + 0.1 * static_cast<double>(i))});
            add_box(mesh, corners[i].first, corners[i].second, static_cast<std::uint32_t>(i));
            if (i > 0) add_box(rest, corners[i].first, corners[i].second, static_cast<std::uint32_t>(i - 1));
        }
        scene.geometry = walls_of(mesh, Air::open, {absorbing(0.2), absorbing(0.2 + 0.1), absorbing(0.2 + 0.1 * 2)});
        mixed.solids = {boxes.solids[0]};
        mixed.geometry = walls_of(rest, Air::open, {absorbing(0.2 + 0.1), absorbing(0.2 + 0.1 * 2)});
        const std::vector<double> traces = traces_of(boxes);
        EXPECT_EQ(traces_of(scene), traces) << stencil;
        EXPECT_EQ(traces_of(mixed), traces) << stencil;
        EXPECT_NE(traces_of(small_room(stencil)), traces);
    }
}

TEST(MeshVoxels, EveryFaceShowsTheMaterialOfItsTriangle) {
    Scene scene = small_room();
    TriangleMesh mesh;
    add_box(mesh, cells(8, 4, 3), cells(9, 5, 4), 0, 0, true);  // a single cell
    std::vector<SurfaceLaw> laws;
    for (int i = 1; i <= 6; ++i) laws.push_back(absorbing(0.1 * i));
    scene.geometry = walls_of(mesh, Air::open, laws);
    std::vector<std::pair<Side, double>> shown;
    for (const auto& [at, side, value] : faces_of(scene))
        if (value > 0) shown.emplace_back(side, value);
    // as seen from the air: the low side of the box lies on the high side of its neighbour
    EXPECT_THAT(shown, testing::UnorderedElementsAre(
                           std::pair{Side::x_max, laws[0].value}, std::pair{Side::x_min, laws[1].value},
                           std::pair{Side::y_max, laws[2].value}, std::pair{Side::y_min, laws[3].value},
                           std::pair{Side::z_max, laws[4].value}, std::pair{Side::z_min, laws[5].value}));
}

TEST(MeshVoxels, OfTrianglesInOnePlaneTheLastShowsItsMaterial) {
    Scene scene = small_room();
    TriangleMesh box, mesh;
    add_box(box, cells(8, 4, 3), cells(9, 5, 4), 0, 0, true);
    mesh = box;
    for (std::uint32_t side = 0; side < 6; ++side) {  // on each side a patch, cut along the other diagonal
        const std::size_t first = std::size_t{4} * side;
        add_quad(mesh, {box.corners[first + 1], box.corners[first + 2], box.corners[first + 3], box.corners[first]},
                 6 + side);
    }
    std::vector<SurfaceLaw> laws;
    for (int i = 1; i <= 12; ++i) laws.push_back(absorbing(0.05 * i));
    scene.geometry = walls_of(mesh, Air::open, laws);
    std::vector<std::pair<Side, double>> shown;
    for (const auto& [at, side, value] : faces_of(scene))
        if (value > 0) shown.emplace_back(side, value);
    EXPECT_THAT(shown, testing::UnorderedElementsAre(
                           std::pair{Side::x_max, laws[6].value}, std::pair{Side::x_min, laws[7].value},
                           std::pair{Side::y_max, laws[8].value}, std::pair{Side::y_min, laws[9].value},
                           std::pair{Side::z_max, laws[10].value}, std::pair{Side::z_min, laws[11].value}));
}

/// A room of 14 x 10 x 7 cells from (3, 3, 2.5) on whose walls have no outside.
Scene enclosed(TriangleMesh mesh) {
    Scene scene = small_room();
    scene.sources[0].position = cells(6, 5, 5);
    scene.receivers = {test::receiver("a", cells(14, 10, 7))};
    scene.geometry = walls_of(std::move(mesh), Air::enclosed, {absorbing(0.1)});
    return scene;
}

TEST(MeshVoxels, AirIsWhatTheSourceReaches) {
    TriangleMesh mesh;
    add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
    const VoxelRoom room = voxels_of(enclosed(mesh));
    EXPECT_EQ(count_air_nodes(room), 14 * 10 * 7);
    EXPECT_FALSE(room.is_air(2, 5, 5));
    EXPECT_TRUE(room.is_air(3, 3, 3));
}

TEST(MeshVoxels, ALeakIsNamedByItsPlaceItsSizeAndTheSideItComesTo) {
    TriangleMesh mesh;
    add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
    mesh.triangles.resize(10);  // without its upper side,
    // which leaves a hole of 2 x 3 cells at (10, 7)
    const auto roof = [&](double x, double y, double to_x, double to_y) {
        add_quad(mesh, {cells(x, y, 9.5), cells(to_x, y, 9.5), cells(to_x, to_y, 9.5), cells(x, to_y, 9.5)}, 0);
    };
    roof(3, 3, 10, 13);
    roof(12, 3, 17, 13);
    roof(10, 3, 12, 7);
    EXPECT_THAT(what_is_wrong(enclosed(mesh)), HasSubstr("comes to"));
    roof(10, 10, 12, 13);
    const std::string message = what_is_wrong(enclosed(mesh));
    EXPECT_THAT(message, HasSubstr("sound leaves the mesh of 'mesh.obj' and comes to "));
    // cells of 0.0625 m: x between 10 and 12, y between 7 and 10
    EXPECT_THAT(message, testing::ContainsRegex("at \\[0.6[0-9]+, 0.[45][0-9]+, 0.5[0-9]+\\]"));
    EXPECT_THAT(message, HasSubstr("about 0.12 m by 0.19 m wide"));
    Scene closed = enclosed(mesh);  // by a box in the hole
    closed.solids = {{"lid", cells(10, 7, 9), cells(12, 10, 10), absorbing(0.2)}};
    EXPECT_EQ(what_is_wrong(closed), "nothing");
    roof(10, 7, 12, 10);
    EXPECT_EQ(what_is_wrong(enclosed(mesh)), "nothing");
}

TEST(MeshVoxels, WallsAtTheSidesOfTheDomainAreRefused) {
    TriangleMesh mesh;
    add_box(mesh, cells(0, 3, 2.5), cells(17, 13, 9.5), 0);
    EXPECT_THAT(what_is_wrong(enclosed(mesh)),
                HasSubstr("ends within a cell of x_min, where the side of the domain is the wall"));
}

TEST(MeshVoxels, ClosedShapesHoldTheirAirHoweverTheyAreTurned) {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
    for (int round = 0; round < 100; ++round) {
        TriangleMesh mesh;
        add_box(mesh, cells(6.5, 5, 3.5), cells(13.5, 11, 8.5), 0);
        const double by = round % 4 == 0 ? std::numbers::pi / 4 * (round / 4 % 8) : angle(random);
        test::turn(mesh, cells(10, 8, 6), by, round % 8 < 4 ? 0 : angle(random));
        Scene scene = enclosed(mesh);
        scene.sources[0].position = cells(10, 8, 6);
        const double volume = static_cast<double>(count_air_nodes(voxels_of(scene)));
        EXPECT_NEAR(volume, 7 * 6 * 5, 30) << round;
        GridChoice grid = grid_of(scene);
        const auto room = make_mesh_room(scene, grid, make_surfaces(scene));
        EXPECT_NEAR(room->true_areas().at(0).m2 / (cell * cell), 2 * (7 * 6 + 7 * 5 + 6 * 5), 1e-6) << round;
        EXPECT_EQ(room->sheet_cells(), 0) << round;
    }
}

TEST(MeshVoxels, WallsThroughNodesHoldTheirAir) {
    // diagonal walls whose planes and edges pass exactly through nodes
    for (const double shift : {0.0, 0.5}) {
        TriangleMesh mesh;
        const auto at = [shift](double x, double y, double z) { return cells(x + shift, y + shift, z + shift); };
        const std::array<Point, 4> low{at(10, 3, 2), at(15, 8, 2), at(10, 13, 2), at(5, 8, 2)};
        std::array<Point, 4> high = low;
        for (Point& p : high) p.z += 6 * cell;
        add_quad(mesh, low, 0);
        add_quad(mesh, high, 0);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t next = (i + 1) % 4;
            add_quad(mesh, {low[i], low[next], high[next], high[i]}, 0);
        }
        Scene scene = enclosed(mesh);
        scene.sources[0].position = cells(10.2, 8.3, 5.1);
        EXPECT_EQ(what_is_wrong(scene), "nothing");
        EXPECT_NEAR(static_cast<double>(count_air_nodes(voxels_of(scene))), 50 * 6, 45);
    }
}

TEST(MeshVoxels, ASheetIsOneCellThickAndSeparates) {
    for (const double z : {6.0, 6.2, 6.5, 6.7}) {
        TriangleMesh mesh;
        add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
        // from wall to wall, but for an opening at the end
        add_quad(mesh, {cells(3, 3, z), cells(15, 3, z), cells(15, 13, z), cells(3, 13, z)}, 0, 1);
        const Scene scene = enclosed(mesh);
        GridChoice grid = grid_of(scene);
        grid.mesh = make_mesh_room(scene, grid, make_surfaces(scene));
        EXPECT_EQ(grid.mesh->sheet_cells(), 12 * 10) << z;
        EXPECT_THAT(grid.mesh->sheet_parts(), ElementsAre("part 1"));
        EXPECT_EQ(count_air_nodes(voxels_of(scene)), 14 * 10 * 7 - 12 * 10) << z;
        // both sides of the sheet count, and the walls behind its cells; it takes no air
        const double walls = 2.0 * (14 * 10 + 14 * 7 + 10 * 7);
        EXPECT_NEAR(grid.mesh->true_areas().at(0).m2 / (cell * cell), walls + 2.0 * 12 * 10, 1e-3) << z;
        EXPECT_NEAR(grid.mesh->missing_m3() / std::pow(cell, 3), 12 * 10, 1e-3) << z;
    }
}

/// A gallery whose floor and soffit are 0.2 cells apart: each side shows its own material wherever the nodes lie.
TEST(MeshVoxels, BothSidesOfAThinPlateShowTheirOwnMaterial) {
    for (const double z : {6.0, 6.2, 6.4, 6.7}) {
        TriangleMesh mesh;
        add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
        add_quad(mesh, {cells(3, 3, z), cells(15, 3, z), cells(15, 13, z), cells(3, 13, z)}, 1, 1);
        add_quad(mesh, {cells(3, 3, z + 0.2), cells(15, 3, z + 0.2), cells(15, 13, z + 0.2), cells(3, 13, z + 0.2)}, 2,
                 1);
        Scene scene = enclosed(mesh);
        scene.geometry = walls_of(mesh, Air::enclosed, {absorbing(0.1), absorbing(0.2), absorbing(0.3)});
        std::map<std::pair<Side, double>, int> faces;
        for (const auto& [at, side, value] : faces_of(scene)) ++faces[{side, value}];
        const double soffit = absorbing(0.2).value, floor = absorbing(0.3).value;
        EXPECT_EQ((faces[{Side::z_max, soffit}]), 12 * 10) << z;  // the wall is above the air
        EXPECT_EQ((faces[{Side::z_min, floor}]), 12 * 10) << z;
        EXPECT_EQ((faces[{Side::z_min, soffit}]), 0) << z;
        EXPECT_EQ((faces[{Side::z_max, floor}]), 0) << z;
        GridChoice grid = grid_of(scene);
        grid.mesh = make_mesh_room(scene, grid, make_surfaces(scene));
        for (const auto& area : grid.mesh->true_areas()) {
            const double cells_wide = area.m2 / (cell * cell);
            if (area.surface > 6) {
                EXPECT_NEAR(cells_wide, 12 * 10, 1e-3) << z << ' ' << int{area.surface};
            }
        }
    }
}

TEST(MeshVoxels, PlatesThinnerThanACellStayAndPartsBetweenNodesAreListed) {
    TriangleMesh mesh;
    add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
    add_box(mesh, cells(6, 6, 7.1), cells(10, 9, 7.3), 0, 1);           // no node within
    add_box(mesh, cells(12.6, 6.6, 6.1), cells(12.9, 6.9, 6.4), 0, 2);  // no line of nodes within
    const Scene scene = enclosed(mesh);
    GridChoice grid = grid_of(scene);
    const auto room = make_mesh_room(scene, grid, make_surfaces(scene));
    EXPECT_EQ(room->sheet_cells(), 4 * 3);
    EXPECT_THAT(room->sheet_parts(), ElementsAre("part 1"));
    EXPECT_THAT(room->lost_parts(), ElementsAre("part 2"));
}

TEST(MeshVoxels, SlopesHaveTheAreaOfTheirTriangles) {
    // a sphere of radius 5 cells
    TriangleMesh mesh;
    constexpr int rings = 24, parts = 48;
    const auto at = [](int ring, int part) {
        const double polar = std::numbers::pi * ring / rings, around = 2 * std::numbers::pi * part / parts;
        return cells(10 + 5 * std::sin(polar) * std::cos(around), 8 + 5 * std::sin(polar) * std::sin(around),
                     6 + 5 * std::cos(polar));
    };
    for (int ring = 0; ring < rings; ++ring)
        for (int part = 0; part < parts; ++part)
            add_quad(mesh, {at(ring, part), at(ring + 1, part), at(ring + 1, part + 1), at(ring, part + 1)}, 0);
    Scene scene = enclosed(mesh);
    scene.sources[0].position = cells(10, 8, 6);
    const auto room = make_mesh_room(scene, grid_of(scene), make_surfaces(scene));
    const double asked = areas_of_materials(*scene.geometry->mesh).at(0);
    EXPECT_NEAR(room->true_areas().at(0).m2, asked, 0.02 * asked);
    const auto faces = count_faces(voxels_of(scene), 7);
    EXPECT_NEAR(static_cast<double>(faces[6]) * cell * cell, 1.5 * asked, 0.05 * asked);  // what stairs have
}

TEST(MeshVoxels, PlanesByThemselvesAreThoseOfTheWhole) {
    TriangleMesh mesh;
    add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
    add_box(mesh, cells(8, 6, 3), cells(10, 9, 7), 0, 1);
    test::turn(mesh, cells(10, 8, 6), 0.1, 0.07);
    Scene scene = enclosed(mesh);
    GridChoice grid = grid_of(scene);
    const SurfaceTable surfaces = make_surfaces(scene);
    grid.mesh = make_mesh_room(scene, grid, surfaces);
    const VoxelRoom whole = voxelise(scene, grid, surfaces);
    for (std::int64_t z = 0; z < grid.extent.nz; z += 5) {
        const std::int64_t end = std::min<std::int64_t>(z + 5, grid.extent.nz);
        const VoxelRoom part = voxelise_planes(scene, grid, surfaces, z, end, std::vector<std::uint8_t>(70000, 9));
        for (std::int64_t i = 0; i < part.extent.nodes(); ++i) {
            const std::int64_t at = i + z * grid.extent.nx * grid.extent.ny;
            ASSERT_EQ(part.solid[static_cast<std::size_t>(i)], whole.solid[static_cast<std::size_t>(at)]);
            ASSERT_EQ(grid.mesh->is_solid(at), whole.solid[static_cast<std::size_t>(at)] != 0);
        }
    }
}

TEST(MeshVoxels, SourcesOnWallsAreRefused) {
    Scene scene = small_room();
    TriangleMesh mesh;
    add_box(mesh, cells(8, 4, 3), cells(12, 9, 8), 0);
    scene.geometry = walls_of(mesh, Air::open, {absorbing(0.1)});
    scene.sources[0].position = cells(8, 6.5, 5.5);  // else the box would be hollow
    EXPECT_THAT(what_is_wrong(scene), HasSubstr("lies on a wall of the mesh of 'mesh.obj'"));
    scene.sources[0].position = cells(7, 6.5, 5.5);
    EXPECT_EQ(what_is_wrong(scene), "nothing");
}

TEST(MeshVoxels, SourcesInWallsAndReceiversBeyondThemAreFaults) {
    TriangleMesh mesh;
    add_box(mesh, cells(3, 3, 2.5), cells(17, 13, 9.5), 0);
    add_quad(mesh, {cells(8, 5, 4), cells(12, 5, 4), cells(12, 9, 4), cells(8, 9, 4)}, 0);
    Scene scene = enclosed(mesh);
    scene.sources[0].position = cells(9.5, 6.5, 3.7);  // in the cell of the sheet
    scene.receivers.push_back(test::receiver("out", cells(1, 1, 1)));
    try {
        test::plan_of(scene);
        FAIL();
    } catch (const SceneError& error) {
        ASSERT_EQ(error.faults().size(), 2U);
        EXPECT_EQ(error.faults()[0].key, "sources[0].position");
        EXPECT_THAT(error.faults()[0].message, HasSubstr("lies in a wall of the mesh of 'mesh.obj'"));
        EXPECT_EQ(error.faults()[1].key, "receivers[1]");
    }
}

}  // namespace
}  // namespace wavesim
