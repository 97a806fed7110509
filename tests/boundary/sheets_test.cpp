// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "boundary/air_regions.hpp"
#include "boundary/energy.hpp"
#include "boundary/wall_faces.hpp"
#include "boundary/wall_slabs.hpp"
#include "dense_operator.hpp"
#include "reference_stepper.hpp"
#include "room_cases.hpp"

namespace wavesim {
namespace {

const std::vector<std::string> sheet_stencils{
    "leggy-1",        "leggy-2",        "leggy-4",         "compact-19-isotropic",
    "compact-27-iwb", "compact-27-opt", "compact-57-fine", "compact-123-me6"};

/// Rooms with sheets alone, and with solids between them.
std::vector<VoxelRoom> rooms_with_sheets(const Extent& extent, int dims, unsigned surfaces = 1) {
    std::vector<VoxelRoom> rooms;
    for (const double share : {0.1, 0.3, 0.6}) {
        rooms.push_back(empty_room(extent, dims));
        close_at_random(rooms.back(), share, 17, surfaces);
    }
    for (const double solids : {0.1, 0.3}) {
        rooms.push_back(random_room(extent, solids, 5, surfaces, dims));
        close_at_random(rooms.back(), 0.2, 23, surfaces);
    }
    return rooms;
}

TEST(Sheets, TheOperatorIsSymmetricAndWithinItsProvenBound) {
    for (const int dims : {2, 3})
        for (const std::string& name : sheet_stencils) {
            if (dims == 2 && name.starts_with("compact-1")) continue;
            const Extent extent = dims == 3 ? Extent{6, 5, 4} : Extent{11, 1, 9};
            for (const VoxelRoom& room : rooms_with_sheets(extent, dims)) {
                const Stencil stencil = make_stencil(name, dims);
                const double courant = limit_of(stencil, room);
                const WallPlan plan = build_walls(stencil, courant, room, {0}, WallForm::automatic);
                const Eigen::MatrixXd k = dense_stiffness(problem_in(stencil, courant, room, {0}));
                const Eigen::VectorXd eigenvalues = spectrum(k);
                EXPECT_LE(asymmetry(k), 2e-14) << name << dims;
                EXPECT_GE(eigenvalues.minCoeff(), -1e-12) << name << dims;
                EXPECT_LE(eigenvalues.maxCoeff(), plan.spectral_bound * (1 + 1e-9)) << name << dims;
                EXPECT_LE((k * Eigen::VectorXd::Ones(k.cols())).cwiseAbs().maxCoeff(), 1e-12) << name << dims;
            }
        }
}

/// The nodes [from, to) along an axis.
NodeBox part_of(const Extent& e, int axis, std::int64_t from, std::int64_t to) {
    NodeBox box{{0, 0, 0}, {e.nx, e.ny, e.nz}};
    (axis == 0 ? box.from.x : axis == 1 ? box.from.y : box.from.z) = from;
    (axis == 0 ? box.to.x : axis == 1 ? box.to.y : box.to.z) = to;
    return box;
}

VoxelRoom divided(const Extent& e, int axis, std::int64_t behind, std::array<std::uint8_t, 2> surface = {}) {
    VoxelRoom room = empty_room(e);
    close_faces(room, {{part_of(e, axis, behind - 1, behind), axis, surface}});
    return room;
}

TEST(Sheets, OneThatDividesABoxMakesTwoMirroredBoxes) {
    const Extent e{7, 6, 5};
    for (const std::string& name : sheet_stencils)
        for (const int axis : {0, 1, 2}) {
            const Stencil stencil = make_stencil(name, 3);
            const VoxelRoom room = divided(e, axis, 2);
            const double courant = limit_of(stencil, room);
            const Eigen::MatrixXd whole = dense_stiffness(problem_in(stencil, courant, room, {0}));
            double largest = 0, through = 0;
            for (const auto& [from, to] : {std::pair<std::int64_t, std::int64_t>{0, 2}, {2, e.along(axis)}}) {
                const NodeBox box = part_of(e, axis, from, to);
                const Extent own = box.extent();
                const Eigen::MatrixXd alone = dense_stiffness(problem_in(stencil, courant, empty_room(own), {0}));
                for (std::int64_t i = 0; i < own.nodes(); ++i) {
                    const Node a = node_at(own, i);
                    const std::int64_t here = e.index(a.x + box.from.x, a.y + box.from.y, a.z + box.from.z);
                    double others = 0;
                    for (std::int64_t j = 0; j < own.nodes(); ++j) {
                        const Node b = node_at(own, j);
                        const double entry = whole(here, e.index(b.x + box.from.x, b.y + box.from.y, b.z + box.from.z));
                        largest = std::max(largest, std::abs(entry - alone(i, j)));
                        others += std::abs(entry);
                    }
                    through = std::max(through, whole.row(here).cwiseAbs().sum() - others);
                }
            }
            EXPECT_LE(largest, 4e-13) << name << axis;
            EXPECT_LE(through, 4e-13) << name << axis;
        }
}

TEST(Sheets, BothFacesAreWallFacesWithTheirOwnSurfaces) {
    const Extent e{6, 5, 4};
    VoxelRoom room = empty_room(e);
    room.side_surface.fill(9);
    room.side_kind.fill(SideKind::free_surface);
    fill_box(room, {{2, 2, 1}, {3, 3, 2}}, 4);
    close_faces(room, {{{{1, 1, 1}, {4, 3, 2}}, 2, {1, 2}},    // the faces between z = 1 and 2
                       {{{3, 1, 1}, {4, 2, 2}}, 2, {5, 6}},    // later ones win
                       {{{0, 0, 3}, {6, 5, 4}}, 2, {7, 7}}});  // at a side: none
    std::map<std::tuple<std::int64_t, Side>, std::uint16_t> faces;
    for_each_wall_face(room, [&](std::int64_t node, Side side, std::uint16_t surface) {
        EXPECT_TRUE(faces.emplace(std::tuple{node, side}, surface).second);
    });
    std::map<std::tuple<std::int64_t, Side>, std::uint16_t> expected;
    for (std::int64_t y = 1; y < 3; ++y)
        for (std::int64_t x = 1; x < 4; ++x) {
            const bool later = x == 3 && y == 1, solid = x == 2 && y == 2;
            if (!solid) expected[{e.index(x, y, 1), Side::z_max}] = later ? 5 : 1;
            expected[{e.index(x, y, 2), Side::z_min}] = later ? 6 : 2;  // also where it covers a solid
        }
    for (const Side side : {Side::x_min, Side::x_max, Side::y_min, Side::y_max, Side::z_max}) {
        Node n{2, 2, 1};
        (axis_of(side) == 0 ? n.x : axis_of(side) == 1 ? n.y : n.z) += is_max(side) ? -1 : 1;
        if (side == Side::z_max) n.z = 0;
        expected[{e.index(n.x, n.y, n.z), side}] = 4;
    }
    EXPECT_EQ(faces.size(), expected.size());
    for (const auto& [face, surface] : expected) {
        const auto found = faces.find(face);
        ASSERT_NE(found, faces.end()) << std::get<0>(face) << static_cast<int>(std::get<1>(face));
        EXPECT_EQ(found->second, surface);
    }
}

/// Runs from random fields and states; the largest change of the energy that the law does not explain, relative.
double worst_change(const Stencil& stencil, const VoxelRoom& room, const std::vector<double>& admittance, WallForm form,
                    int steps, double fraction = 0.99) {
    ReferenceStepper run(problem_in(stencil, fraction * limit_of(stencil, room), room, admittance, form));
    run.previous = random_field(room, 1);
    run.current = random_field(room, 2);
    double scale = 0, worst = 0, before = 0;
    for (int n = 0; n < steps; ++n) {
        const std::vector<double> u = run.previous, theta = run.theta, branch = run.branch;
        run.step();
        const WallEnergy now =
            wall_energy(run.problem, u, run.previous, run.current, {theta, branch}, {run.theta, run.branch});
        if (n == 0) scale = now.energy;
        if (n > 0) worst = std::max(worst, std::abs(now.energy - before + now.loss));
        EXPECT_GE(now.loss, 0);
        before = now.energy;
    }
    EXPECT_GE(before, 0);
    EXPECT_LE(before, scale * (1 + 1e-11));
    return worst / scale;
}

TEST(Sheets, TheEnergyLawHoldsWithLosses) {
    for (const std::string& name : sheet_stencils)
        for (const VoxelRoom& room : rooms_with_sheets({7, 6, 5}, 3, 5))
            EXPECT_LE(worst_change(make_stencil(name, 3), room, {0, 0.05, 0.4, 2, 1e9}, WallForm::automatic, 60), 2e-13)
                << name;
}

TEST(Sheets, RigidOnesKeepTheEnergyOverThousandsOfSteps) {
    VoxelRoom room = empty_room({7, 6, 5});
    close_at_random(room, 0.3, 8);
    for (const char* name : {"leggy-1", "leggy-4", "compact-27-iwb", "compact-57-fine"})
        EXPECT_LE(worst_change(make_stencil(name, 3), room, {0}, WallForm::automatic, 3000, 0.9), 5e-13) << name;
}

TEST(Sheets, SlabsOfARoomHaveItsWalls) {
    VoxelRoom room = random_room({6, 5, 12}, 0.1, 3, 2);
    close_at_random(room, 0.2, 4, 2);
    const std::int64_t plane = 30;
    const auto planes = [&](std::int64_t from, std::int64_t to, const std::vector<std::uint8_t>&) {
        VoxelRoom part = room;
        part.extent.nz = to - from;
        part.solid.assign(room.solid.begin() + plane * from, room.solid.begin() + plane * to);
        part.closed.clear();
        part.sheets.clear();
        std::vector<NodeSheet> own;
        for (const VoxelRoom::SheetFace& face : room.sheets) {
            Node n = node_at(room.extent, face.node);
            n.z -= from;
            own.push_back({{n, {n.x + 1, n.y + 1, n.z + 1}}, face.axis, face.surface});
        }
        close_faces(part, own);
        return part;
    };
    for (const char* name : {"leggy-2", "compact-27-iwb"}) {
        const Stencil stencil = make_stencil(name, 3);
        const WallPlan whole = build_walls(stencil, 0.4, room, {0.1, 0.7}, WallForm::automatic);
        const WallPlan slabs =
            build_walls_in_slabs(stencil, 0.4, room.extent, 2, planes, {0.1, 0.7}, WallForm::automatic);
        EXPECT_EQ(slabs.method, whole.method);
        EXPECT_EQ(slabs.passes.explicit_walls.nodes, whole.passes.explicit_walls.nodes);
        EXPECT_EQ(slabs.passes.branch_walls.nodes, whole.passes.branch_walls.nodes);
        EXPECT_EQ(slabs.passes.branch_walls.laws, whole.passes.branch_walls.laws);
        ASSERT_EQ(slabs.passes.corrections.size(), whole.passes.corrections.size()) << name;
        for (std::size_t i = 0; i < whole.passes.corrections.size(); ++i) {
            ASSERT_EQ(slabs.passes.corrections.node(i), whole.passes.corrections.node(i));
            const auto a = slabs.passes.corrections.terms(i), b = whole.passes.corrections.terms(i);
            ASSERT_TRUE(
                std::equal(a.begin(), a.end(), b.begin(), b.end(),
                           [](const auto& s, const auto& w) { return s.offset == w.offset && s.weight == w.weight; }))
                << name << i;
        }
    }
}

TEST(Sheets, DivideTheAirIntoRegions) {
    VoxelRoom room = random_room({9, 7, 8}, 0.2, 6);
    close_at_random(room, 0.6, 7);
    const AirRegions regions(room);
    // Two neighbours are in one region if no sheet lies between them; and each region is connected, by a flood.
    const Extent& e = room.extent;
    std::vector<std::int64_t> flooded(static_cast<std::size_t>(e.nodes()), -1);
    std::int64_t count = 0;
    for (std::int64_t start = 0; start < e.nodes(); ++start) {
        if (room.solid[static_cast<std::size_t>(start)] != 0 || flooded[static_cast<std::size_t>(start)] >= 0) continue;
        std::vector<std::int64_t> todo{start};
        flooded[static_cast<std::size_t>(start)] = count;
        while (!todo.empty()) {
            const std::int64_t at = todo.back();
            todo.pop_back();
            const Node n = node_at(e, at);
            for (const Side side : all_sides) {
                Node next = n;
                (axis_of(side) == 0 ? next.x : axis_of(side) == 1 ? next.y : next.z) += is_max(side) ? 1 : -1;
                if (!room.is_air(next.x, next.y, next.z)) continue;
                const std::int64_t other = e.index(next.x, next.y, next.z);
                const Node before = is_max(side) ? n : next;
                const auto bits = room.closed[static_cast<std::size_t>(e.index(before.x, before.y, before.z))];
                if ((bits >> axis_of(side) & 1) != 0 || flooded[static_cast<std::size_t>(other)] >= 0) continue;
                flooded[static_cast<std::size_t>(other)] = count;
                todo.push_back(other);
            }
        }
        ++count;
    }
    EXPECT_GT(count, 10);
    EXPECT_EQ(regions.count(), count);
    for (std::int64_t i = 0; i < e.nodes(); ++i)
        ASSERT_EQ(regions.of(node_at(e, i)), flooded[static_cast<std::size_t>(i)]) << i;
}

TEST(Sheets, OnesNearOpenSidesAreRefused) {
    VoxelRoom room = divided({12, 12, 12}, 2, 2);
    room.side_kind[static_cast<std::size_t>(Side::z_min)] = SideKind::absorbing;
    EXPECT_THROW(build_walls(make_stencil("leggy-4", 3), 0.3, room, {0}, WallForm::automatic), std::domain_error);
    EXPECT_NO_THROW(build_walls(make_stencil("leggy-2", 3), 0.3, room, {0}, WallForm::automatic));
}

}  // namespace
}  // namespace wavesim
