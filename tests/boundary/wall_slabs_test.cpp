// SPDX-License-Identifier: MIT
#include "boundary/wall_slabs.hpp"

#include <gtest/gtest.h>

#include <string>

#include "room_cases.hpp"

namespace wavesim {
namespace {

VoxelRoom planes_of(const VoxelRoom& room, std::int64_t from, std::int64_t to) {
    VoxelRoom part = room;
    const std::int64_t plane = room.extent.nx * room.extent.ny;
    part.extent.nz = to - from;
    part.solid.assign(room.solid.begin() + plane * from, room.solid.begin() + plane * to);
    return part;
}

void expect_equal(const WallPlan& slabs, const WallPlan& whole) {
    const WallPasses &a = slabs.passes, &b = whole.passes;
    EXPECT_EQ(slabs.method, whole.method);
    EXPECT_EQ(slabs.halo, whole.halo);
    EXPECT_EQ(slabs.air_mass, whole.air_mass);
    EXPECT_EQ(slabs.spectral_bound, whole.spectral_bound);
    EXPECT_EQ(slabs.wall_faces, whole.wall_faces);
    EXPECT_EQ(slabs.corrected_nodes, whole.corrected_nodes);
    ASSERT_EQ(a.solids.size(), b.solids.size());
    for (std::size_t i = 0; i < a.solids.size(); ++i) {
        EXPECT_EQ(a.solids[i].node, b.solids[i].node);
        EXPECT_EQ(a.solids[i].count, b.solids[i].count);
    }
    EXPECT_EQ(a.corrections.nodes(), b.corrections.nodes());
    for (std::size_t i = 0; i < b.corrections.size(); ++i)
        EXPECT_TRUE(std::ranges::equal(a.corrections.terms(i), b.corrections.terms(i))) << i;
    EXPECT_EQ(a.corrections.bytes(), b.corrections.bytes());  // a plan forecasts the memory of the run
    EXPECT_EQ(a.explicit_walls.nodes, b.explicit_walls.nodes);
    EXPECT_EQ(a.explicit_walls.laws, b.explicit_walls.laws);
    EXPECT_EQ(a.explicit_walls.law, b.explicit_walls.law);
    EXPECT_EQ(a.branch_walls.nodes, b.branch_walls.nodes);
    EXPECT_EQ(a.branch_walls.first, b.branch_walls.first);
    EXPECT_EQ(a.branch_walls.laws, b.branch_walls.laws);
    EXPECT_EQ(a.branch_walls.law, b.branch_walls.law);
    EXPECT_EQ(a.ports.nodes, b.ports.nodes);
    EXPECT_EQ(a.ports.rows, b.ports.rows);
    EXPECT_EQ(a.ports.row, b.ports.row);
    EXPECT_EQ(a.ports.first, b.ports.first);
    EXPECT_EQ(a.ports.law, b.ports.law);
}

/// Whatever the walls depend on lies in the planes around a slab.
TEST(WallSlabs, AreTheWallsOfTheWholeRoom) {
    for (const std::string name : {"leggy-1", "leggy-4", "compact-27-iwb"})
        for (const unsigned seed : {1U, 2U})
            for (const std::int64_t planes : {1, 3, 7, 40}) {
                const VoxelRoom room = random_room({9, 6, 20}, 0.2, seed, 4);
                const auto make = [&](std::int64_t from, std::int64_t to, auto) { return planes_of(room, from, to); };
                const Stencil stencil = make_stencil(name, 3);
                const std::vector<double> admittance{0.1, 0, 0.5, 2};
                SCOPED_TRACE(name + ", " + std::to_string(planes) + " planes");

                expect_equal(build_walls_in_slabs(stencil, 0.4, room.extent, planes, make, admittance, WallForm::half),
                             build_walls(stencil, 0.4, room, admittance, WallForm::half));
                const std::vector<VertexLaw> laws{{{{0, 10, 0}}, 10}, {}, {{{1, 2, 3}}, 2}, {{{0, 0.5, 0}}, 0.5}};
                expect_equal(
                    build_walls_in_slabs(stencil, 0.4, room.extent, planes, make, admittance, WallForm::vertex, laws),
                    build_walls(stencil, 0.4, room, admittance, WallForm::vertex, laws));
            }
}

/// Rows of reflecting walks depend on more planes than the stencil reads.
TEST(WallSlabs, AreTheWallsOfTheWholeRoomForLargeStencils) {
    for (const std::string name : {"compact-57-fine", "compact-123-me6"})
        for (const std::int64_t planes : {1, 5, 9}) {
            const VoxelRoom room = random_room({9, 6, 20}, 0.1, 3, 4);
            const auto make = [&](std::int64_t from, std::int64_t to, auto) { return planes_of(room, from, to); };
            const Stencil stencil = make_stencil(name, 3);
            const std::vector<double> admittance{0.1, 0, 0.5, 2};
            SCOPED_TRACE(name + ", " + std::to_string(planes) + " planes");
            expect_equal(build_walls_in_slabs(stencil, 0.4, room.extent, planes, make, admittance, WallForm::half),
                         build_walls(stencil, 0.4, room, admittance, WallForm::half));
        }
}

/// Only the outermost slabs have the sides of the room.
TEST(WallSlabs, KeepOpenSides) {
    VoxelRoom room = random_room({12, 1, 30}, 0, 3, 2, 2);
    fill_box(room, {{3, 0, 13}, {8, 1, 15}}, 1);
    room.side_kind = {SideKind::wall, SideKind::wall,      SideKind::wall,
                      SideKind::wall, SideKind::absorbing, SideKind::free_surface};
    const auto make = [&](std::int64_t from, std::int64_t to, auto) { return planes_of(room, from, to); };
    const Stencil stencil = make_stencil("leggy-2", 2);

    for (const std::int64_t planes : {2, 5, 11})
        expect_equal(build_walls_in_slabs(stencil, 0.4, room.extent, planes, make, {0.2, 0.3}, WallForm::half),
                     build_walls(stencil, 0.4, room, {0.2, 0.3}, WallForm::half));
}

/// Several slabs are made at once, and joined in order. 9 x 6 nodes per plane, 20 planes; the second room has
/// so many planes that a whole room is made in parts, too.
TEST(WallSlabs, AreTheSameOnSeveralThreads) {
    for (const std::string name : {"leggy-1", "leggy-4", "compact-27-iwb"}) {
        const VoxelRoom room = random_room({9, 6, 20}, 0.2, 1, 4);
        const auto make = [&](std::int64_t from, std::int64_t to, auto) { return planes_of(room, from, to); };
        const Stencil stencil = make_stencil(name, 3);
        const std::vector<double> admittance{0.1, 0, 0.5, 2};
        const std::vector<VertexLaw> laws{{{{0, 10, 0}}, 10}, {}, {{{1, 2, 3}}, 2}, {{{0, 0.5, 0}}, 0.5}};
        for (const WallForm form : {WallForm::half, WallForm::vertex}) {
            SCOPED_TRACE(name);
            expect_equal(build_walls_in_slabs(stencil, 0.4, room.extent, 3, make, admittance, form, laws, 3),
                         build_walls(stencil, 0.4, room, admittance, form, laws));
        }
    }
    const VoxelRoom large = random_room({300, 200, 160}, 0.01, 2, 4);
    const Stencil stencil = make_stencil("leggy-1", 3);
    const std::vector<double> admittance{0.1, 0, 0.5, 2};
    expect_equal(build_walls_on_threads(stencil, 0.4, large, admittance, WallForm::half, {}, 2),
                 build_walls(stencil, 0.4, large, admittance, WallForm::half));
}

/// A room without solids is told as one, however it is cut.
TEST(WallSlabs, TellSolidsOnlyWhereTheyAre) {
    VoxelRoom room = random_room({9, 6, 20}, 0, 1);
    const auto make = [&](std::int64_t from, std::int64_t to, auto) { return planes_of(room, from, to); };
    const auto method = [&] {
        return build_walls_in_slabs(make_stencil("leggy-1", 3), 0.4, room.extent, 7, make, {0}, WallForm::half).method;
    };
    EXPECT_EQ(method(), "rigid walls, mirrored halo");
    room.solid[static_cast<std::size_t>(room.extent.index(4, 3, 11))] = 1;
    EXPECT_EQ(method(),
              "rigid walls, mirrored halo, " + wall_support(make_stencil("leggy-1", 3)).solids_method + " at solids");
}

}  // namespace
}  // namespace wavesim
