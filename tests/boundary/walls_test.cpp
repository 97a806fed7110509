// SPDX-License-Identifier: MIT
#include "boundary/walls.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "room_cases.hpp"

namespace wavesim {
namespace {

VoxelRoom box_with_sides(Extent extent, int dims = 3) {
    VoxelRoom room = empty_room(extent, dims);
    room.side_surface = {0, 1, 2, 3, 4, 5};
    return room;
}

TEST(Walls, LeggyStencilsTakeExplicitWallsInNodeOrder) {
    VoxelRoom room = box_with_sides({5, 4, 3});
    fill_box(room, {{2, 1, 0}, {3, 2, 1}}, 6);
    const std::vector<double> g{0.1, 0.2, 0.3, 0, 0.5, 0.6, 7};
    const WallPlan plan = build_walls(make_stencil("leggy-4", 3), 0.4, room, g, WallForm::automatic);
    const ExplicitWalls& walls = plan.passes.explicit_walls;

    EXPECT_EQ(plan.method, "explicit half-cell walls (BE), segment mirror at solids");
    EXPECT_EQ(plan.wall_faces, 2 * (5 * 4 + 4 * 3) + 5 * 3 - 1 + 5);
    EXPECT_EQ(walls.nodes.size(), static_cast<std::size_t>(plan.wall_faces));
    EXPECT_TRUE(std::is_sorted(walls.nodes.begin(), walls.nodes.end()));
    EXPECT_TRUE(plan.passes.branch_walls.nodes.empty());
    EXPECT_EQ(walls.law.size(), 6U);
    double conductance = 0;  // sum of g over faces, which each law carries as 1/E
    for (const std::uint16_t law : walls.laws) conductance += 1 / walls.law[law].resistance;
    EXPECT_NEAR(conductance, 0.1 * 12 + 0.2 * 12 + 0.3 * 15 + 0.5 * 19 + 0.6 * 20 + 7 * 5, 1e-12);
    for (const WallLaw& law : walls.law) {
        EXPECT_NEAR(law.air_mass, 0.587492, 1e-6);
        EXPECT_EQ(law.area, 1);
        EXPECT_EQ(law.mass, 1);
    }
    ASSERT_EQ(plan.passes.solids.size(), 1U);
    EXPECT_EQ(plan.passes.solids[0].node, room.extent.index(2, 1, 0));
    EXPECT_EQ(plan.passes.solids[0].count, 1);
}

TEST(Walls, CompactStencilsTakeBranchWallsNodeByNode) {
    const VoxelRoom room = box_with_sides({5, 4, 3});
    const WallPlan plan = build_walls(make_stencil("compact-57-opt", 3), 0.8, room, {1, 1, 1, 1, 1, 1}, WallForm::half);
    const BranchWalls& walls = plan.passes.branch_walls;

    EXPECT_EQ(plan.method, "branch half-cell walls (BI)");
    EXPECT_EQ(walls.nodes.size(), 60U - 3 * 2 * 1);
    EXPECT_EQ(walls.laws.size(), 2U * (20 + 12 + 15));
    EXPECT_EQ(walls.first.back(), static_cast<std::int64_t>(walls.laws.size()));
    EXPECT_EQ(walls.first[1], 3);  // the corner node shows three faces
    EXPECT_EQ(walls.law.size(), 1U);
    EXPECT_TRUE(plan.passes.explicit_walls.nodes.empty());
    for (const HaloRule rule : plan.halo) EXPECT_EQ(rule, HaloRule::mirror_half);
}

TEST(Walls, WallsOnTheNodesHalveMassesAndAreas) {
    const VoxelRoom room = empty_room({4, 4, 4});
    const WallPlan plan = build_walls(make_stencil("leggy-2", 3), 0.4, room, {0.5}, WallForm::whole);
    const BranchWalls& walls = plan.passes.branch_walls;
    const auto law = [&](std::size_t node, std::int64_t face) {
        return walls.law[walls.laws[static_cast<std::size_t>(walls.first[node] + face)]];
    };

    EXPECT_EQ(plan.method, "branch walls on the nodes (BI)");
    EXPECT_NEAR(plan.air_mass, 0.144338, 1e-6);
    for (const HaloRule rule : plan.halo) EXPECT_EQ(rule, HaloRule::mirror_whole);
    EXPECT_EQ(law(0, 0), (WallLaw{2, plan.air_mass, 0.25, 0.125}));  // corner
    EXPECT_EQ(law(1, 0), (WallLaw{2, plan.air_mass, 0.5, 0.25}));    // edge along x
    EXPECT_EQ(law(5, 0), (WallLaw{2, plan.air_mass, 1, 0.5}));       // face z_min
    double area = 0;
    for (const std::uint16_t l : walls.laws) area += walls.law[l].area;
    EXPECT_NEAR(area, 6 * 3 * 3, 1e-12);
}

TEST(Walls, TwoDimensionalRoomsHaveWallsInXAndZOnly) {
    const VoxelRoom room = box_with_sides({5, 1, 4}, 2);
    const std::vector<double> g{1, 1, 99, 99, 1, 1};
    const WallPlan half = build_walls(make_stencil("leggy-1", 2), 0.6, room, g, WallForm::automatic);
    EXPECT_EQ(half.wall_faces, 18);
    for (const WallLaw& law : half.passes.explicit_walls.law) EXPECT_EQ(law.resistance, 1);

    const WallPlan whole = build_walls(make_stencil("leggy-1", 2), 0.6, room, g, WallForm::whole);
    EXPECT_EQ(whole.halo[0], HaloRule::mirror_whole);
    EXPECT_EQ(whole.halo[2], HaloRule::mirror_half);
    EXPECT_EQ(whole.passes.branch_walls.law[whole.passes.branch_walls.laws[0]].mass, 0.25);
    EXPECT_EQ(whole.passes.branch_walls.law[whole.passes.branch_walls.laws[0]].area, 0.5);
}

TEST(Walls, LumpedWallsHaveNoAirMass) {
    const WallPlan plan = build_walls(make_stencil("leggy-4", 3), 0.4, empty_room({4, 4, 4}), {0.5}, WallForm::lumped);
    EXPECT_EQ(plan.method, "lumped walls (first order)");
    EXPECT_EQ(plan.air_mass, 0);
    EXPECT_EQ(plan.passes.branch_walls.law[0].air_mass, 0);
}

TEST(Walls, RigidWallsAddNothingToTheBulk) {
    const WallPlan plan =
        build_walls(make_stencil("compact-57-opt", 3), 0.8, empty_room({9, 9, 9}), {0}, WallForm::half);
    EXPECT_EQ(plan.method, "rigid walls, mirrored halo");
    EXPECT_EQ(plan.wall_faces, 0);
    EXPECT_TRUE(plan.passes.branch_walls.nodes.empty());
    EXPECT_TRUE(plan.passes.corrections.empty());
    EXPECT_EQ(plan.spectral_bound, 0);
}

TEST(Walls, AdmittancesBeyondTheRangeOfFloatStayFinite) {
    const VoxelRoom room = empty_room({4, 4, 4});
    const Stencil stencil = make_stencil("leggy-1", 3);
    EXPECT_EQ(build_walls(stencil, 0.5, room, {1e-300}, WallForm::half).wall_faces, 0);
    EXPECT_EQ(build_walls(stencil, 0.5, room, {1e-12}, WallForm::half).wall_faces, 96);
    for (const double g : {1e-12, 1e12})
        for (const WallForm form : {WallForm::half, WallForm::whole, WallForm::lumped}) {
            const WallPasses passes = build_walls(stencil, 0.5, room, {g}, form).passes;
            for (const WallLaw& law : passes.explicit_walls.law)
                EXPECT_TRUE(std::isnormal(static_cast<float>(law.resistance)));
            for (const WallLaw& law : passes.branch_walls.law)
                EXPECT_TRUE(std::isnormal(1 / static_cast<float>(law.resistance + 2 * law.air_mass / 0.5)));
        }
}

TEST(Walls, PortsAtTheVerticesTakeTheLawsOfTheSurfaces) {
    const VoxelRoom room = box_with_sides({5, 4, 3});
    const std::vector<double> g{0.1, 0.2, 0.3, 0, 0.5, 0.6};
    std::vector<VertexLaw> laws;
    for (const double one : g) laws.push_back(one == 0 ? VertexLaw{} : VertexLaw{{{0, 1 / one, 0}}, 1 / one});
    const WallPlan plan = build_walls(make_stencil("leggy-1", 3), 0.4, room, g, WallForm::vertex, laws);

    EXPECT_EQ(plan.method, "ports at the vertices (VP)");
    EXPECT_NEAR(plan.air_mass, 0.5, 1e-9);
    EXPECT_TRUE(plan.passes.explicit_walls.nodes.empty());
    EXPECT_TRUE(plan.passes.branch_walls.nodes.empty());
    EXPECT_EQ(plan.wall_faces, std::ssize(plan.passes.ports.nodes));
    double taken = 0;
    for (std::size_t l = 0; l < plan.passes.ports.law.size(); ++l)
        taken += plan.passes.ports.law[l].area / plan.passes.ports.law[l].branches[0].resistance *
                 static_cast<double>(plan.passes.ports.first[l + 1] - plan.passes.ports.first[l]);
    EXPECT_NEAR(taken, (0.1 + 0.2) * 12 + 0.3 * 15 + (0.5 + 0.6) * 20, 1e-12);
    EXPECT_EQ(build_walls(make_stencil("leggy-1", 3), 0.4, room, {0}, WallForm::vertex).method,
              "rigid walls, mirrored halo");
}

TEST(Walls, AllAirMasksAreEmptyBoxes) {
    VoxelRoom room = empty_room({6, 6, 6});
    fill_box(room, {{9, 9, 9}, {12, 12, 12}}, 0);
    ASSERT_TRUE(room.has_solids());
    EXPECT_NO_THROW(build_walls(make_stencil("compact-57-opt", 3), 0.8, room, {0}, WallForm::whole));
}

TEST(Walls, TheSpectralBoundOfSolidsIsTheSupportLimit) {
    VoxelRoom solids = empty_room({6, 6, 6});
    fill_box(solids, {{2, 2, 2}, {3, 3, 3}}, 0);
    const Stencil nineteen = make_stencil("compact-19-opt", 3);
    const WallPlan plan = build_walls(nineteen, 0.86, solids, {0}, WallForm::half);
    EXPECT_EQ(plan.method, "rigid walls, mirrored halo, tangential completion at solids");
    EXPECT_NEAR(2 / std::sqrt(plan.spectral_bound), wall_support(nineteen).solids_courant_max, 1e-14);
}

std::string refusal(const Stencil& stencil, double courant, const VoxelRoom& room, const std::vector<double>& g,
                    WallForm form) {
    try {
        build_walls(stencil, courant, room, g, form);
    } catch (const std::domain_error& error) {
        return error.what();
    }
    return "accepted";
}

/// As many nodes of air as the stencil reaches, between a solid and a side that is no wall; or none before a layer.
TEST(Walls, SolidsStayAwayFromOpenSidesByTheReachOfTheStencil) {
    const std::string too_near =
        "solids must stay away from absorbing layers and free surfaces by the reach of the stencil, or go through a "
        "layer of a stencil along the axes";
    const auto verdict = [](int reach, std::int64_t air, std::size_t side, SideKind kind, std::int64_t thick = 1) {
        VoxelRoom room = empty_room({16, 16, 16});
        room.side_kind[side] = kind;
        std::array<std::int64_t, 3> from{8, 8, 8};
        from[side / 2] = side % 2 == 0 ? air : 15 - air;
        std::array<std::int64_t, 3> to{from[0] + 1, from[1] + 1, from[2] + 1};
        (side % 2 == 0 ? to : from)[side / 2] += side % 2 == 0 ? thick - 1 : 1 - thick;
        fill_box(room, {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}}, 0);
        return refusal(make_stencil("leggy-" + std::to_string(reach), 3), 0.3, room, {0}, WallForm::automatic);
    };
    for (const int reach : {1, 2, 4})
        for (std::size_t side = 0; side < 6; ++side) {
            for (const SideKind kind : {SideKind::absorbing, SideKind::free_surface}) {
                EXPECT_EQ(verdict(reach, reach, side, kind), "accepted") << reach << ", " << side;
                if (reach > 1) {
                    EXPECT_EQ(verdict(reach, reach - 1, side, kind), too_near) << reach << ", " << side;
                }
            }
            EXPECT_EQ(verdict(reach, 0, side, SideKind::absorbing, 3), "accepted") << reach << ", " << side;
            EXPECT_EQ(verdict(reach, 0, side, SideKind::free_surface, 3), too_near) << reach << ", " << side;
            EXPECT_EQ(verdict(reach, reach - 1, side, SideKind::wall), "accepted") << reach << ", " << side;
        }
}

TEST(Walls, WhatHasNoProofIsRefusedWithAReason) {
    const double infinity = std::numeric_limits<double>::infinity();
    VoxelRoom solids = empty_room({6, 6, 6});
    fill_box(solids, {{2, 2, 2}, {3, 3, 3}}, 0);
    const VoxelRoom box = empty_room({6, 6, 6});
    const Stencil leggy = make_stencil("leggy-2", 3), large = make_stencil("compact-461-me8", 3);

    EXPECT_EQ(refusal(large, 0.8, solids, {0}, WallForm::automatic),
              "stencil 'compact-461-me8' has no stable treatment of solids: it reaches too far for the matrices that "
              "prove it there");
    EXPECT_EQ(refusal(leggy, 0.4, solids, {0}, WallForm::whole),
              "walls on the nodes ('whole') are for empty boxes; use half-cell walls with solids");
    EXPECT_EQ(refusal(leggy, 0.4, box, {-1}, WallForm::half), "specific admittance must not be negative");
    EXPECT_EQ(refusal(leggy, 0.4, box, {infinity}, WallForm::half), "accepted");
    EXPECT_EQ(refusal(leggy, 0.4, box, {infinity}, WallForm::lumped), "a pressure-release wall needs half-cell walls");
    EXPECT_EQ(refusal(leggy, 0.4, empty_room({1, 6, 6}), {0}, WallForm::whole),
              "walls on the nodes ('whole') need at least two nodes along every axis");
    const Stencil soft = make_stencil("compact-257-me6", 3, 1.4);
    EXPECT_EQ(refusal(soft, 1.4, box, {0.5}, WallForm::half), "accepted");
    EXPECT_EQ(refusal(soft, 1.4, box, {0.5}, WallForm::whole),
              "stencil 'compact-257-me6' has no passive lossy wall on its nodes; use half-cell walls");
    EXPECT_EQ(refusal(leggy, 0.0, box, {0}, WallForm::half), "the Courant number of a room must be positive");
    EXPECT_EQ(refusal(make_stencil("leggy-2", 2), 0.4, box, {0}, WallForm::half),
              "the stencil and the room differ in dimension");
}

}  // namespace
}  // namespace wavesim
