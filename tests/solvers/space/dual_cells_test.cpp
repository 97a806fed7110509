// SPDX-License-Identifier: MIT
#include "solvers/space/dual_cells.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "boundary/walls.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/space/mesh_shapes.hpp"
#include "solvers/space/mesh_voxels.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using test::absorbing;
using test::cell;

Point in_cells(double x, double y, double z) { return {x * cell, y * cell, z * cell}; }

struct Cut {
    GridChoice grid;
    VoxelRoom room;
    double air = 0;  ///< cells

    Cut(TriangleMesh mesh, const std::vector<Point>& sources, CutStiffness stiffness = CutStiffness::mean) {
        Scene scene = test::small_room();
        scene.sources.resize(sources.size(), scene.sources[0]);
        for (std::size_t s = 0; s < sources.size(); ++s) scene.sources[s].position = sources[s];
        scene.geometry = test::walls_of(std::move(mesh), MeshWalls::Air::enclosed, {absorbing(0.1), absorbing(0.2)});
        grid = *choose_grid(3, scene.size_m, cell, WallPosition::half);
        grid.mesh = make_mesh_room(scene, grid, make_surfaces(scene), {MeshWalls::Form::cut, stiffness});
        room = voxelise(scene, grid, make_surfaces(scene));
        air = static_cast<double>(count_air_nodes(room)) + grid.mesh->cut_m3() / std::pow(cell, 3);
    }
    double port_area(std::uint16_t surface) const {
        double sum = 0;
        for (const CutPort& port : room.cut.ports) sum += port.surface == surface ? port.area : 0;
        return sum;
    }
};

TEST(DualCells, HaveTheVolumeAndTheAreasOfTurnedRooms) {
    for (const double angle : {0.2, 0.5, std::numbers::pi / 4, 1.1}) {
        TriangleMesh mesh;
        test::add_box(mesh, in_cells(5.5, 4.5, 3.5), in_cells(14.5, 11.5, 8.5), 0);
        for (std::size_t t = 8; t < 12; ++t) mesh.triangles[t].material = 1;  // floor and ceiling
        test::turn(mesh, in_cells(10, 8, 6), angle, 0.3 * angle);
        const Cut cut(mesh, {in_cells(10, 8, 6)});
        EXPECT_NEAR(cut.air / (9 * 7 * 5), 1, 4e-3) << angle;
        EXPECT_NEAR(cut.port_area(7), 2 * 9 * 7, 0.1) << angle;
        EXPECT_NEAR(cut.port_area(6), 2 * (9 * 5 + 7 * 5), 0.1) << angle;
    }
}

TEST(DualCells, LeaveWallsOnTheFacesOfCellsAlone) {
    TriangleMesh mesh;
    test::add_box(mesh, in_cells(3, 3, 2), in_cells(17, 13, 9), 0);
    test::add_box(mesh, in_cells(6, 5, 2), in_cells(9, 8, 6), 1, 1);
    EXPECT_TRUE(Cut(mesh, {in_cells(12.3, 8.1, 5.2)}).room.cut.empty());
}

/// A ceiling slopes from wall to wall, and the walls lie on faces of cells: ghosts lie beyond the ceiling alone.
TEST(DualCells, HaveNoGhostsBeyondWallsOnTheFacesOfCells) {
    TriangleMesh mesh;
    test::add_box(mesh, in_cells(3, 4, 2), in_cells(17, 13, 9), 0);
    for (Point& corner : mesh.corners)
        if (corner.z > 5 * cell) corner.z -= 0.31 * (corner.x - 3 * cell);
    const Cut cut(mesh, {in_cells(6.3, 8.1, 4.2)});
    ASSERT_FALSE(cut.room.cut.empty());
    int ghosts = 0;
    for (const CutElement& element : cut.room.cut.elements)
        for (unsigned corner = 0; corner < 8; ++corner) {
            if ((element.nodes >> corner & 1U) == 0) continue;
            const Node n{element.low.x + (corner & 1U), element.low.y + (corner >> 1 & 1U),
                         element.low.z + (corner >> 2 & 1U)};
            EXPECT_TRUE(n.x >= 3 && n.x < 17 && n.y >= 4 && n.y < 13 && n.z >= 2) << n.x << ' ' << n.y << ' ' << n.z;
            if (!cut.room.is_air(n.x, n.y, n.z)) ++ghosts;
        }
    EXPECT_GT(ghosts, 14 * 9);
}

/// Two rooms, and a plate that slopes between them, of any thickness down to none: no row reads from one in the other.
TEST(DualCells, LetNothingThroughPlatesOfAnyThickness) {
    for (const CutStiffness stiffness : {CutStiffness::mean, CutStiffness::edges})
        for (const double thick : {0.0, 0.02, 0.3, 0.7, 1.0, 1.6, 2.5, 4.0})
            for (const double slope : {0.0, 0.2, 0.577, 1.0}) {
                TriangleMesh mesh;
                test::add_box(mesh, in_cells(2.2, 3.3, 2.1), in_cells(17.7, 13.4, 9.9), 0);
                for (const double side : thick > 0 ? std::vector{-0.5, 0.5} : std::vector{0.0}) {
                    const auto x = [&](double z) { return 10.1 + side * thick + slope * (z - 6); };
                    test::add_quad(mesh,
                                   {in_cells(x(1.5), 3, 1.5), in_cells(x(10.5), 3, 10.5), in_cells(x(10.5), 14, 10.5),
                                    in_cells(x(1.5), 14, 1.5)},
                                   1, 1);
                }
                const Cut cut(mesh, {in_cells(4.1, 8, 6), in_cells(16.1, 8, 6)}, stiffness);
                ASSERT_EQ(cut.grid.mesh->airs(), 2U);
                const Stencil stencil = make_stencil(stiffness == CutStiffness::mean ? "compact-27-iwb" : "leggy-1", 3);
                WallPlan walls = build_walls(stencil, 0.5, cut.room, std::vector<double>(8), WallForm::half);
                // every node that a node of one room reads, and so on, by what the bulk and the rows read together
                const auto reads = [&](std::int64_t node) {
                    std::map<std::int64_t, double> row;
                    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
                        for (const Offset& l : shell_points(stencil.shells[p], 3)) {
                            const Node n = node_at(cut.room.extent, node);
                            if (cut.room.extent.contains(n.x + l.x, n.y + l.y, n.z + l.z))
                                row[cut.room.extent.index(n.x + l.x, n.y + l.y, n.z + l.z)] += 0.25 * stencil.a[p];
                        }
                    const Corrections& c = walls.passes.corrections;
                    const auto at = std::ranges::lower_bound(c.nodes(), node);
                    if (at != c.nodes().end() && *at == node)
                        c.for_each_term(static_cast<std::size_t>(at - c.nodes().begin()),
                                        [&](std::int64_t read, double weight) { row[read] += weight; });
                    return row;
                };
                std::vector<bool> still(static_cast<std::size_t>(cut.room.extent.nodes()), false), seen(still);
                for (const SolidSpan& span : walls.passes.solids)
                    std::fill_n(still.begin() + span.node, span.count, true);
                std::vector<std::int64_t> next{cut.room.extent.index(4, 8, 6)};
                const std::int64_t other = cut.room.extent.index(16, 8, 6);
                seen[static_cast<std::size_t>(next[0])] = true;
                while (!next.empty()) {
                    const std::int64_t node = next.back();
                    next.pop_back();
                    for (const auto& [read, weight] : reads(node)) {
                        const auto i = static_cast<std::size_t>(read);
                        if (std::abs(weight) < 1e-12 || still[i] || seen[i]) continue;
                        seen[i] = true;
                        next.push_back(read);
                    }
                }
                EXPECT_FALSE(seen[static_cast<std::size_t>(other)]) << thick << ' ' << slope;
                EXPECT_TRUE(seen[static_cast<std::size_t>(cut.room.extent.index(5, 10, 8))]);
                const double plate = 10.1 * std::hypot(1.0, slope) * 7.8;
                // its four ends, which go on behind the walls, are known to a twelfth of a cell
                EXPECT_NEAR(cut.port_area(7) / (2 * plate), 1, 0.04) << thick << ' ' << slope;
            }
}

}  // namespace
}  // namespace wavesim
