// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include "dense_operator.hpp"
#include "room_cases.hpp"

namespace wavesim {
namespace {

const std::vector<std::string> solid_stencils{
    "leggy-1",        "leggy-2",        "leggy-4",       "leggy-8", "compact-19-isotropic",
    "compact-19-opt", "compact-27-iwb", "compact-27-opt"};

/// Room cases that stress the operator: random rubble, thin plates near a side, runs shorter than any stencil.
std::vector<VoxelRoom> hard_rooms(int dims) {
    const Extent extent = dims == 3 ? Extent{8, 7, 6} : Extent{14, 1, 11};
    std::vector<VoxelRoom> rooms;
    for (const double share : {0.08, 0.2, 0.45}) rooms.push_back(random_room(extent, share, 11, 1, dims));
    VoxelRoom plates = empty_room(extent, dims);
    fill_box(plates, {{1, 0, 0}, {2, extent.ny, extent.nz - 1}}, 0);
    fill_box(plates, {{4, 0, 2}, {extent.nx, extent.ny, 3}}, 0);
    rooms.push_back(plates);
    VoxelRoom slit = empty_room(extent, dims);
    fill_box(slit, {{0, 0, 1}, {extent.nx - 1, extent.ny, 2}}, 0);
    fill_box(slit, {{0, 0, 3}, {extent.nx, 1, extent.nz}}, 0);
    rooms.push_back(slit);
    return rooms;
}

TEST(SolidCorrections, TheOperatorIsSymmetricAndWithinItsProvenBound) {
    for (const int dims : {2, 3})
        for (const std::string& name : solid_stencils)
            for (const VoxelRoom& room : hard_rooms(dims)) {
                const Stencil stencil = make_stencil(name, dims);
                const double courant = limit_of(stencil, room);
                const WallPlan plan = build_walls(stencil, courant, room, {0}, WallForm::automatic);
                const Eigen::MatrixXd k = dense_stiffness(problem_in(stencil, courant, room, {0}));
                const Eigen::VectorXd eigenvalues = spectrum(k);

                EXPECT_LE(asymmetry(k), 4e-15) << name << dims;
                EXPECT_GE(eigenvalues.minCoeff(), -1e-13) << name << dims;
                EXPECT_LE(eigenvalues.maxCoeff(), plan.spectral_bound * (1 + 1e-13)) << name << dims;
                EXPECT_LE(plan.spectral_bound, 4 / (courant * courant) * (1 + 1e-12)) << name << dims;
                EXPECT_LE((k * Eigen::VectorXd::Ones(k.cols())).cwiseAbs().maxCoeff(), 2e-14) << name << dims;
            }
}

TEST(SolidCorrections, SolidNodesNeitherActNorReact) {
    const VoxelRoom room = random_room({7, 6, 5}, 0.3, 5);
    for (const std::string& name : solid_stencils) {
        const Stencil stencil = make_stencil(name, 3);
        const ScalarProblem problem = problem_in(stencil, limit_of(stencil, room), room, {0});
        const Corrections& rows = problem.walls.corrections;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(room.solid[static_cast<std::size_t>(rows.node(i))], 0) << name;
            for (const Corrections::Term& term : rows.terms(i))
                EXPECT_EQ(room.solid[static_cast<std::size_t>(rows.node(i) + term.offset)], 0) << name;
        }
        EXPECT_TRUE(std::is_sorted(rows.nodes().begin(), rows.nodes().end()));
    }
}

TEST(SolidCorrections, ACavityInSolidIsAMirroredBox) {
    const Extent inside{5, 4, 3};
    const Node at{3, 2, 2};
    for (const std::string& name : solid_stencils) {
        const Stencil stencil = make_stencil(name, 3);
        VoxelRoom box = empty_room(inside), cavity = empty_room({10, 9, 8});
        cavity.solid.assign(static_cast<std::size_t>(cavity.extent.nodes()), 1);
        for (std::int64_t i = 0; i < inside.nodes(); ++i) {
            const Node n = node_at(inside, i);
            cavity.solid[static_cast<std::size_t>(cavity.extent.index(at.x + n.x, at.y + n.y, at.z + n.z))] = 0;
        }
        const double courant = limit_of(stencil, cavity);
        const Eigen::MatrixXd expected = dense_stiffness(problem_in(stencil, courant, box, {0}));
        const Eigen::MatrixXd whole = dense_stiffness(problem_in(stencil, courant, cavity, {0}));
        double difference = 0;
        for (std::int64_t i = 0; i < inside.nodes(); ++i)
            for (std::int64_t j = 0; j < inside.nodes(); ++j) {
                const Node a = node_at(inside, i), b = node_at(inside, j);
                difference =
                    std::max(difference,
                             std::abs(expected(i, j) - whole(cavity.extent.index(at.x + a.x, at.y + a.y, at.z + a.z),
                                                             cavity.extent.index(at.x + b.x, at.y + b.y, at.z + b.z))));
            }
        EXPECT_LE(difference, 1e-13) << name;
    }
}

/// The room with its axes permuted and mirrored: node (x, y, z) moves to where `map` says.
VoxelRoom turned(const VoxelRoom& room, const std::array<int, 3>& axis, const std::array<bool, 3>& flip) {
    VoxelRoom result = empty_room({room.extent.along(axis[0]), room.extent.along(axis[1]), room.extent.along(axis[2])});
    result.solid.resize(room.solid.size());
    for (std::int64_t i = 0; i < room.extent.nodes(); ++i) {
        const Node n = node_at(room.extent, i);
        const std::array<std::int64_t, 3> from{n.x, n.y, n.z};
        std::array<std::int64_t, 3> to{};
        for (std::size_t d = 0; d < 3; ++d) {
            const std::int64_t t = from[static_cast<std::size_t>(axis[d])];
            to[d] = flip[d] ? result.extent.along(static_cast<int>(d)) - 1 - t : t;
        }
        result.solid[static_cast<std::size_t>(result.extent.index(to[0], to[1], to[2]))] =
            room.solid[static_cast<std::size_t>(i)];
    }
    return result;
}

TEST(SolidCorrections, TurningTheRoomTurnsTheOperator) {
    const VoxelRoom room = random_room({6, 5, 4}, 0.25, 3);
    const std::array<int, 3> axis{2, 0, 1};
    const std::array<bool, 3> flip{true, false, true};
    const VoxelRoom other = turned(room, axis, flip);
    for (const std::string& name : solid_stencils) {
        const Stencil stencil = make_stencil(name, 3);
        const double courant = limit_of(stencil, room);
        const Eigen::VectorXd a = spectrum(dense_stiffness(problem_in(stencil, courant, room, {0})));
        const Eigen::VectorXd b = spectrum(dense_stiffness(problem_in(stencil, courant, other, {0})));
        EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-12) << name;
        EXPECT_EQ(build_walls(stencil, courant, room, {0}, WallForm::half).corrected_nodes,
                  build_walls(stencil, courant, other, {0}, WallForm::half).corrected_nodes);
    }
}

/// Written out independently: for each line, copy the run, mirror it, apply the 1-D weights.
Eigen::MatrixXd segment_mirror_by_definition(const Stencil& stencil, const VoxelRoom& room) {
    const std::vector<double> a = stencil.a;
    const Extent& e = room.extent;
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(e.nodes(), e.nodes());
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t stride = axis == 0 ? 1 : axis == 1 ? e.nx : e.nx * e.ny, n = e.along(axis);
        for (std::int64_t i = 0; i < e.nodes(); ++i) {
            const Node node = node_at(e, i);
            if ((axis == 0 ? node.x : axis == 1 ? node.y : node.z) != 0) continue;
            for (std::int64_t begin = 0; begin < n;) {
                if (room.solid[static_cast<std::size_t>(i + begin * stride)] != 0) {
                    ++begin;
                    continue;
                }
                std::int64_t length = 0;
                while (begin + length < n && room.solid[static_cast<std::size_t>(i + (begin + length) * stride)] == 0)
                    ++length;
                for (std::int64_t t = 0; t < length; ++t)
                    for (int m = -radius(stencil); m <= radius(stencil); ++m) {
                        if (m == 0) continue;
                        std::int64_t image = ((t + m) % (2 * length) + 2 * length) % (2 * length);
                        if (image >= length) image = 2 * length - 1 - image;
                        const double w = a[static_cast<std::size_t>(std::abs(m) - 1)];
                        k(i + (begin + t) * stride, i + (begin + t) * stride) += w;
                        k(i + (begin + t) * stride, i + (begin + image) * stride) -= w;
                    }
                begin += length;
            }
        }
    }
    return k;
}

TEST(SegmentMirror, MatchesItsDefinitionWhateverTheRuns) {
    for (const char* name : {"leggy-1", "leggy-3", "leggy-6"})
        for (const VoxelRoom& room : hard_rooms(3)) {
            const Stencil stencil = make_stencil(name, 3);
            const Eigen::MatrixXd k = dense_stiffness(problem_in(stencil, 0.3, room, {0}));
            EXPECT_LE((k - segment_mirror_by_definition(stencil, room)).cwiseAbs().maxCoeff(), 1e-14) << name;
        }
}

TEST(SolidCorrections, OnlyNodesNearSolidsAreTouched) {
    VoxelRoom room = empty_room({30, 30, 30});
    fill_box(room, {{12, 12, 0}, {16, 16, 4}}, 0);
    const WallPlan plan = build_walls(make_stencil("leggy-4", 3), 0.4, room, {0}, WallForm::automatic);
    EXPECT_EQ(plan.corrected_nodes, 4 * 4 * (4 * 4) + 4 * 4 * 4);
    const WallPlan seven = build_walls(make_stencil("leggy-1", 3), 0.4, room, {0}, WallForm::automatic);
    EXPECT_EQ(seven.corrected_nodes, 4 * 4 * 4 + 4 * 4);
    for (std::size_t i = 0; i < seven.passes.corrections.size(); ++i)
        EXPECT_EQ(seven.passes.corrections.terms(i).size(), 1U);
}

}  // namespace
}  // namespace wavesim
