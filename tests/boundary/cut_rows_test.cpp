// SPDX-License-Identifier: MIT
#include "boundary/cut_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <set>
#include <tuple>

#include "boundary/vertex_ports.hpp"
#include "dense_operator.hpp"
#include "reference_stepper.hpp"
#include "room_cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

Node corner_of(const Node& low, unsigned corner) {
    return {low.x + (corner & 1U), low.y + (corner >> 1 & 1U), low.z + (corner >> 2 & 1U)};
}

/// A room of rubble in which some boxes have elements with any volume, any of their solid nodes as ghosts, and walls of
/// two surfaces with any area.
VoxelRoom cut_room(const Extent& extent, unsigned seed) {
    VoxelRoom room = random_room(extent, 0.25, seed, 3);
    room.side_surface.fill(0);
    std::mt19937 random(seed + 100);
    const auto uniform = [&random] { return static_cast<double>(random()) / 4294967296.0; };
    for (std::int64_t z = 1; z + 2 < extent.nz; ++z)
        for (std::int64_t y = 1; y + 2 < extent.ny; ++y)
            for (std::int64_t x = 1; x + 2 < extent.nx; ++x) {
                if (uniform() > 0.5) continue;
                const Node low{x, y, z};
                unsigned nodes = 0;
                for (unsigned corner = 0; corner < 8; ++corner) {
                    const Node n = corner_of(low, corner);
                    if (room.is_air(n.x, n.y, n.z) || uniform() < 0.7) nodes |= 1U << corner;
                }
                if (nodes == 0) continue;
                const auto mask = static_cast<std::uint8_t>(nodes);
                room.cut.elements.push_back({low, mask, std::pow(10.0, -6 * uniform() * uniform())});
                for (const std::uint16_t surface : {1, 2})
                    room.cut.ports.push_back({low, mask, surface, 0.1 + 2 * uniform()});
            }
    return room;
}

const std::vector<VertexLaw> laws{{}, {{{0, 4, 0}}, 4}, {{{0.5, 10, 0.2}, {0, 20, 0}}, 8}};

ScalarProblem problem_of(const VoxelRoom& room, const Stencil& stencil, double courant) {
    ScalarProblem problem;
    problem.extent = room.extent;
    problem.precision = Precision::float64;
    problem.stencil = stencil;
    problem.courant = courant;
    WallPlan walls = build_walls(stencil, courant, room, {0, 0.25, 0.1}, WallForm::vertex, laws);
    problem.halo = walls.halo;
    problem.walls = std::move(walls.passes);
    return problem;
}

double mass_at(const VoxelRoom& room, std::int64_t node) {
    const Node n = node_at(room.extent, node);
    return cut_mass(room.cut, n, room.is_air(n.x, n.y, n.z));
}

/// Masses times the operator, of the nodes that move.
Eigen::MatrixXd stiffness_of(const ScalarProblem& problem, const VoxelRoom& room) {
    Eigen::MatrixXd matrix = dense_stiffness(problem);
    for (std::int64_t i = 0; i < room.extent.nodes(); ++i) {
        const double mass = mass_at(room, i);
        matrix.row(i) *= mass > 0 ? mass : 0;
    }
    for (const SolidSpan& span : problem.walls.solids) matrix.middleRows(span.node, span.count).setZero();
    return matrix;
}

TEST(CutRows, AreSymmetricInTheirMassesAndStableAtTheTimeStepOfFreeSpace) {
    for (const char* name : {"compact-27-iwb", "leggy-1"})
        for (const unsigned seed : {1U, 2U, 3U}) {
            const Stencil stencil = make_stencil(name, 3);
            const VoxelRoom room = cut_room({7, 6, 7}, seed);
            const double courant = StencilAnalysis(stencil).courant_max();
            const ScalarProblem problem = problem_of(room, stencil, courant);
            ASSERT_GT(room.cut.elements.size(), 12U);
            const Eigen::MatrixXd matrix = stiffness_of(problem, room);
            EXPECT_LE(asymmetry(matrix), 1e-12) << name << ' ' << seed;
            EXPECT_LE((matrix.rowwise().sum()).cwiseAbs().maxCoeff(), 1e-12) << name;  // a constant does not move

            // with all walls that give way at once, as heavy as the air before them
            Eigen::MatrixXd with_ports = matrix;
            const WallPorts& ports = problem.walls.ports;
            ASSERT_FALSE(ports.masses.empty());
            for (std::size_t l = 0; l < ports.law.size(); ++l)
                for (auto p = static_cast<std::size_t>(ports.first[l]);
                     p < static_cast<std::size_t>(ports.first[l + 1]); ++p) {
                    Eigen::VectorXd b = Eigen::VectorXd::Zero(matrix.rows());
                    const PortRow& row = ports.row[ports.rows[p]];
                    for (std::size_t i = 0; i < row.steps.size(); ++i)
                        b(ports.nodes[p] + room.extent.index(row.steps[i].x, row.steps[i].y, row.steps[i].z)) =
                            row.weights[i];
                    with_ports += ports.law[l].area / ports.law[l].air_mass * b * b.transpose();
                }
            Eigen::VectorXd scale = Eigen::VectorXd::Zero(matrix.rows());
            for (std::int64_t i = 0; i < room.extent.nodes(); ++i)
                if (const double mass = mass_at(room, i); mass > 0) scale(i) = 1 / std::sqrt(mass);
            const double highest = spectrum(scale.asDiagonal() * with_ports * scale.asDiagonal()).maxCoeff();
            EXPECT_LE(highest * courant * courant / 4, 1 + 1e-9) << name << ' ' << seed;
            EXPECT_GE(highest * courant * courant / 4, 0.8) << name;  // nor is it far away
        }
}

TEST(CutRows, LoseEnergyThroughTheirWallsAlone) {
    for (const char* name : {"compact-27-iwb", "leggy-1"}) {
        const Stencil stencil = make_stencil(name, 3);
        const VoxelRoom room = cut_room({8, 7, 7}, 9);
        const double courant = 0.999 * StencilAnalysis(stencil).courant_max();
        ReferenceStepper run(problem_of(room, stencil, courant));
        run.previous = run.current = random_field(room, 3);
        const auto kinetic = [&] {
            double sum = 0;
            for (std::int64_t i = 0; i < room.extent.nodes(); ++i) {
                const auto at = static_cast<std::size_t>(i);
                sum += mass_at(room, i) * std::pow(run.current[at] - run.previous[at], 2);
            }
            return sum;
        };
        double first = 0, last = 0;
        for (int n = 0; n < 1500; ++n) {
            run.step();
            if (n < 200) first = std::max(first, kinetic());
            if (n >= 1400) last = std::max(last, kinetic());
        }
        EXPECT_GT(first, 1);
        EXPECT_LT(last, 1e-3 * first) << name;
        EXPECT_TRUE(std::isfinite(last));
    }
}

TEST(CutRows, MoveOnTheCpuAsTheyAreWritten) {
    const Stencil stencil = make_stencil("compact-27-iwb", 3);
    const VoxelRoom room = cut_room({9, 7, 8}, 5);
    const ScalarProblem problem = problem_of(room, stencil, 0.99 * StencilAnalysis(stencil).courant_max());
    ASSERT_FALSE(problem.walls.ports.masses.empty());
    const auto backend = find_backend("cpu")->open(problem, {2, ""});
    ReferenceStepper run(problem);
    run.current = random_field(room, 1);
    run.previous = random_field(room, 2);
    backend->write(FieldLevel::current, run.current);
    backend->write(FieldLevel::previous, run.previous);
    for (int n = 0; n < 50; ++n) run.step();
    backend->advance(50);
    std::vector<double> field(run.current.size());
    backend->read(FieldLevel::current, {{0, 0, 0}, {9, 7, 8}}, field);
    double ghosts = 0;
    for (std::size_t i = 0; i < field.size(); ++i) {
        EXPECT_NEAR(field[i], run.current[i], 1e-10) << i;
        if (room.solid[i] != 0) ghosts = std::max(ghosts, std::abs(field[i]));
    }
    EXPECT_GT(ghosts, 0.01);
}

/// Boxes that the mask describes as well: elements of all their air nodes with the volume that these have.
TEST(CutRows, OfAlignedWallsAreThoseOfTheStencil) {
    for (const char* name : {"compact-27-iwb", "leggy-1"}) {
        const Stencil stencil = make_stencil(name, 3);
        VoxelRoom room = empty_room({9, 8, 8});
        for (const NodeBox& box : {NodeBox{{0, 0, 0}, {3, 8, 8}}, {{6, 0, 0}, {9, 8, 8}}, {{0, 0, 0}, {9, 8, 2}}})
            fill_box(room, box, 1);
        for (const NodeBox& box : {NodeBox{{0, 0, 6}, {9, 8, 8}}, {{0, 0, 0}, {9, 2, 8}}, {{0, 6, 0}, {9, 8, 8}}})
            fill_box(room, box, 2);
        const ScalarProblem plain = problem_of(room, stencil, 0.5);
        for (std::int64_t z = 1; z < 6; ++z)
            for (std::int64_t y = 1; y < 6; ++y)
                for (std::int64_t x = 1; x < 7; ++x) {
                    unsigned mask = 0;
                    for (unsigned corner = 0; corner < 8; ++corner) {
                        const Node n = corner_of({x, y, z}, corner);
                        if (room.is_air(n.x, n.y, n.z)) mask |= 1U << corner;
                    }
                    if (mask != 0)
                        room.cut.elements.push_back(
                            {{x, y, z}, static_cast<std::uint8_t>(mask), std::popcount(mask) / 8.0});
                }
        const ScalarProblem cut = problem_of(room, stencil, 0.5);
        EXPECT_LE((dense_stiffness(plain) - dense_stiffness(cut)).cwiseAbs().maxCoeff(), 1e-13) << name;
        EXPECT_EQ(plain.walls.solids.size(), cut.walls.solids.size());
    }
}

TEST(CutRows, AreForTwoStencils) {
    EXPECT_EQ(cut_stiffness(make_stencil("compact-27-iwb", 3)), CutStiffness::mean);
    EXPECT_EQ(cut_stiffness(make_stencil("leggy-1", 3)), CutStiffness::edges);
    for (const char* other : {"leggy-2", "compact-27-opt", "compact-19-opt", "compact-57-fine"})
        EXPECT_FALSE(cut_stiffness(make_stencil(other, 3))) << other;
    VoxelRoom room = cut_room({6, 6, 6}, 4);
    EXPECT_THROW(build_walls(make_stencil("leggy-2", 3), 0.4, room, {0, 0, 0}, WallForm::half), std::domain_error);
}

}  // namespace
}  // namespace wavesim
