// SPDX-License-Identifier: MIT
#include "boundary/vertex_ports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numeric>
#include <stdexcept>

#include "boundary/wall_bounds.hpp"
#include "boundary/wall_faces.hpp"
#include "dense_operator.hpp"
#include "reference_stepper.hpp"
#include "room_cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

const char* const stencils[] = {"leggy-1",         "leggy-2",        "leggy-4",
                                "leggy-7",         "compact-27-iwb", "compact-27-opt",
                                "compact-57-fine", "compact-57-opt", "compact-123-me6"};

/// Surfaces with up to three branches each, of sizes that differ by orders; one is rigid.
std::vector<VertexLaw> random_laws(unsigned seed) {
    std::mt19937 random(seed);
    const auto draw = [&](double low, double high) {
        return low * std::pow(high / low, static_cast<double>(random()) / 4294967296.0);
    };
    std::vector<VertexLaw> laws(4);
    for (std::size_t s = 1; s < laws.size(); ++s) {
        for (std::size_t m = 0; m < s; ++m)
            laws[s].branches.push_back(
                {random() % 3 == 0 ? 0.0 : draw(0.01, 30), draw(0.1, 100), random() % 2 == 0 ? 0.0 : draw(0.01, 50)});
        laws[s].branches.push_back({0, draw(0.3, 50), 0});
        std::complex<double> admittance = 0;
        for (const PortBranch& branch : laws[s].branches)
            admittance += 1.0 / std::complex<double>(branch.resistance, branch.mass * 0.7 - branch.stiffness / 0.7);
        laws[s].impedance = std::real(1.0 / admittance);
    }
    return laws;
}

ScalarProblem with_ports(const Stencil& stencil, double courant, const VoxelRoom& room,
                         const std::vector<VertexLaw>& laws) {
    ScalarProblem problem = problem_in(stencil, courant, room, std::vector<double>(laws.size(), 0.0), WallForm::vertex);
    problem.walls.ports = make_vertex_ports(VertexRule(stencil), room, SolidRows(room), laws);
    return problem;
}

std::vector<double> random_states(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> states(count);
    for (double& state : states) state = static_cast<double>(random()) / 2147483648.0 - 1;
    return states;
}

/// The largest |H_{n+1/2} - H_{n-1/2} + Q| relative to H_{1/2}, from random fields and states.
double worst_residual(ScalarProblem problem, const VoxelRoom& room, int steps) {
    ReferenceStepper run(std::move(problem));
    run.previous = random_field(room, 1);
    run.current = random_field(room, 2);
    run.port_theta = random_states(run.port_theta.size(), 3);
    run.port_y = random_states(run.port_y.size(), 4);
    double scale = 0, worst = 0, energy = 0;
    for (int n = 0; n < steps; ++n) {
        const std::vector<double> u_previous = run.previous, theta = run.port_theta, flux = run.port_flux;
        run.step();
        const WallEnergy now = wall_energy(run.problem, u_previous, run.previous, run.current, {{}, {}, theta, flux},
                                           {{}, {}, run.port_theta, run.port_flux});
        if (n == 0) scale = now.energy;
        if (n > 0) worst = std::max(worst, std::abs(now.energy - energy + now.loss));
        EXPECT_GE(now.loss, 0);
        energy = now.energy;
    }
    EXPECT_GE(energy, 0);
    EXPECT_LE(energy, scale * (1 + 1e-12));
    return worst / scale;
}

/// max eig(K + sum A b b^T / D) courant^2 / 4 with masses that are `share` of those of the ports.
double spectral_share(const ScalarProblem& problem, double share = 1) {
    Eigen::MatrixXd matrix = dense_stiffness(problem);
    const WallPorts& ports = problem.walls.ports;
    for (std::size_t l = 0; l < ports.law.size(); ++l)
        for (std::int64_t p = ports.first[l]; p < ports.first[l + 1]; ++p) {
            Eigen::VectorXd b = Eigen::VectorXd::Zero(matrix.rows());
            const PortRow& row = ports.row[ports.rows[static_cast<std::size_t>(p)]];
            for (std::size_t i = 0; i < row.steps.size(); ++i) {
                const Node& s = row.steps[i];
                b(ports.nodes[static_cast<std::size_t>(p)] + problem.extent.index(s.x, s.y, s.z)) = row.weights[i];
            }
            matrix += ports.law[l].area / (share * ports.law[l].air_mass) * b * b.transpose();
        }
    return spectrum(matrix).maxCoeff() * problem.courant * problem.courant / 4;
}

VoxelRoom room_with(double share, unsigned seed, Extent extent = {7, 6, 6}) {
    VoxelRoom room = random_room(extent, share, seed, 4);
    if (share == 0) room.solid.clear();
    return room;
}

TEST(VertexPorts, TheirAreasAddUpToTheWalls) {
    for (const double share : {0.0, 0.1, 0.2}) {
        const VoxelRoom room = room_with(share, 7);
        const std::vector<std::int64_t> faces = count_faces(room, 4);
        for (const char* name : {"leggy-2", "compact-27-opt", "compact-57-fine"}) {
            const WallPorts ports =
                make_vertex_ports(VertexRule(make_stencil(name, 3)), room, SolidRows(room), random_laws(1));
            double area = 0;
            for (std::size_t l = 0; l < ports.law.size(); ++l)
                area += ports.law[l].area * static_cast<double>(ports.first[l + 1] - ports.first[l]);
            EXPECT_NEAR(area, static_cast<double>(faces[1] + faces[2] + faces[3]), 1e-9) << name << ' ' << share;
            for (const PortRow& row : ports.row)
                EXPECT_NEAR(std::accumulate(row.weights.begin(), row.weights.end(), 0.0), 1, 1e-14);
        }
    }
}

TEST(VertexPorts, BesideSheetsTheyStayWithinTheBound) {
    for (const char* name : {"leggy-1", "leggy-4", "compact-57-fine", "compact-123-me6"})
        for (const auto& [solids, sheets] : {std::pair{0.0, 0.25}, {0.15, 0.2}}) {
            const Stencil stencil = make_stencil(name, 3);
            VoxelRoom room = random_room({5, 5, 4}, solids, 7, 4);
            close_at_random(room, sheets, 9, 4);
            const std::vector<VertexLaw> laws = random_laws(4);
            const double courant = std::min(limit_of(stencil, room), StencilAnalysis(stencil).courant_max());
            const ScalarProblem problem = with_ports(stencil, courant, room, laws);
            EXPECT_LE(spectral_share(problem), 1 + 1e-9) << name;
            EXPECT_GE(spectral_share(problem, 0.1), 1.02) << name;  // smaller masses of air are seen
            EXPECT_LE(worst_residual(with_ports(stencil, 0.999 * courant, room, laws), room, 100), 2e-13) << name;
            const std::vector<std::int64_t> faces = count_faces(room, 4);
            double area = 0;
            const WallPorts& ports = problem.walls.ports;
            for (std::size_t l = 0; l < ports.law.size(); ++l)
                area += ports.law[l].area * static_cast<double>(ports.first[l + 1] - ports.first[l]);
            EXPECT_NEAR(area, static_cast<double>(faces[1] + faces[2] + faces[3]), 1e-9) << name;
        }
}

/// A sheet through a box has the ports of both boxes beside it.
TEST(VertexPorts, ASheetThroughABoxMakesTwoBoxes) {
    const Extent whole{5, 4, 7};
    const std::vector<VertexLaw> laws = random_laws(2);
    for (const char* name : {"leggy-2", "compact-57-fine"}) {
        const VertexRule rule(make_stencil(name, 3));
        const auto ports_of_box = [&](std::int64_t from, std::int64_t to) {
            VoxelRoom box = empty_room({whole.nx, whole.ny, to - from});
            box.side_surface = {1,
                                2,
                                3,
                                1,
                                static_cast<std::uint16_t>(from == 0 ? 2 : 3),
                                static_cast<std::uint16_t>(from == 0 ? 1 : 2)};
            WallPorts ports = make_vertex_ports(rule, box, SolidRows(box), laws);
            for (std::int64_t& node : ports.nodes) node += from * whole.nx * whole.ny;
            return ports;
        };
        const WallPorts apart = join_ports({ports_of_box(0, 3), ports_of_box(3, 7)});
        VoxelRoom room = empty_room(whole);
        room.side_surface = {1, 2, 3, 1, 2, 2};
        close_faces(room, {{{{0, 0, 2}, {whole.nx, whole.ny, 3}}, 2, {1, 3}}});
        const WallPorts ports = make_vertex_ports(rule, room, SolidRows(room), laws);
        EXPECT_EQ(ports.nodes, apart.nodes) << name;
        EXPECT_EQ(ports.rows, apart.rows) << name;
        EXPECT_EQ(ports.first, apart.first) << name;
        EXPECT_EQ(ports.law, apart.law) << name;
    }
}

TEST(VertexPorts, StencilsOfRadiusOneHaveNoneBesideSheets) {
    VoxelRoom room = empty_room({4, 4, 4});
    close_at_random(room, 0.3, 1);
    EXPECT_THROW(build_walls(make_stencil("compact-27-iwb", 3), 0.5, room, {0.3}, WallForm::vertex), std::domain_error);
    EXPECT_NO_THROW(build_walls(make_stencil("compact-27-iwb", 3), 0.5, room, {0.0}, WallForm::vertex));
}

/// Beyond the faces' own areas the air before a port grows with them, so that the time step stays.
TEST(VertexPorts, TrueAreasStayWithinTheBound) {
    for (const char* name : stencils)
        for (const unsigned seed : {5U, 6U}) {
            const Stencil stencil = make_stencil(name, 3);
            VoxelRoom room = room_with(0.2, seed, {6, 5, 5});
            std::mt19937 random(seed);
            for_each_wall_face(room, [&](std::int64_t node, Side side, std::uint16_t) {
                room.areas.push_back({node, side, static_cast<double>(random() % 12) / 4});
            });
            ASSERT_GT(room.areas.size(), 40U);
            const double courant = std::min(limit_of(stencil, room), StencilAnalysis(stencil).courant_max());
            EXPECT_LE(spectral_share(with_ports(stencil, courant, room, random_laws(seed))), 1 + 1e-9) << name;
            EXPECT_LE(worst_residual(with_ports(stencil, 0.999 * courant, room, random_laws(seed)), room, 200), 2e-13)
                << name;
        }
}

TEST(VertexPorts, RandomBranchesKeepTheEnergyLawInRubble) {
    for (const char* name : stencils)
        for (const double share : {0.0, 0.15, 0.45}) {
            const Stencil stencil = make_stencil(name, 3);
            const VoxelRoom room = room_with(share, 21);
            const double courant = 0.999 * std::min(limit_of(stencil, room), StencilAnalysis(stencil).courant_max());
            for (const unsigned seed : {1U, 2U})
                EXPECT_LE(worst_residual(with_ports(stencil, courant, room, random_laws(seed)), room, 300), 2e-13)
                    << name << ' ' << share << ' ' << seed;
        }
}

TEST(VertexPorts, WithATwistedOperatorBreakTheLaw) {
    const Stencil stencil = make_stencil("leggy-2", 3);
    const VoxelRoom room = room_with(0.2, 4);
    ScalarProblem problem = with_ports(stencil, 0.4, room, random_laws(1));
    EXPECT_LE(worst_residual(problem, room, 20), 1e-13);
    Corrections& rows = problem.walls.corrections;
    rows = with_a_wrong_weight(rows, 0, [](std::int64_t offset) { return offset != 0; });  // one of a pair
    EXPECT_GT(worst_residual(problem, room, 20), 1e-9);
}

/// Steps a problem on the CPU and in the reference; the largest difference and the field of the CPU.
std::pair<double, std::vector<double>> against_reference(ScalarProblem problem, const VoxelRoom& room,
                                                         Precision precision, int threads) {
    problem.precision = precision;
    ReferenceStepper reference(problem);
    reference.previous = random_field(room, 1);
    reference.current = random_field(room, 2);
    BackendOptions options;
    options.threads = threads;
    const auto cpu = find_backend("cpu")->open(problem, options);
    cpu->write(FieldLevel::previous, reference.previous);
    cpu->write(FieldLevel::current, reference.current);
    for (int n = 0; n < 200; ++n) reference.step();
    cpu->advance(77);
    cpu->advance(123);
    std::vector<double> field(reference.current.size());
    const Extent& e = problem.extent;
    cpu->read(FieldLevel::current, {{0, 0, 0}, {e.nx, e.ny, e.nz}}, field);
    double worst = 0;
    for (std::size_t i = 0; i < field.size(); ++i) worst = std::max(worst, std::abs(field[i] - reference.current[i]));
    return {worst, field};
}

TEST(VertexPorts, RunOnTheCpuAsTheirFormulaSays) {
    for (const char* name : {"leggy-4", "compact-27-iwb", "compact-57-fine"}) {
        const Stencil stencil = make_stencil(name, 3);
        const VoxelRoom room = room_with(0.15, 21, {17, 12, 11});
        const ScalarProblem problem = with_ports(stencil, 0.99 * limit_of(stencil, room), room, random_laws(1));
        const auto [exact, field] = against_reference(problem, room, Precision::float64, 1);
        EXPECT_LE(exact, 1e-11) << name;
        EXPECT_LE(against_reference(problem, room, Precision::float32, 1).first, 2e-4) << name;
        EXPECT_EQ(against_reference(problem, room, Precision::float64, 3).second, field) << name;
    }
}

/// Those of one step move them; passes of several steps and backends for other media refuse them with a sentence.
TEST(VertexPorts, RunOnBackendsOfOneStepAlone) {
    const Stencil stencil = make_stencil("leggy-1", 3);
    const VoxelRoom room = empty_room({8, 8, 8});
    const ScalarProblem problem = with_ports(stencil, 0.5, room, {{{{0, 3, 0}}, 3}});
    Machine machine;
    machine.gpu = test::some_gpu();
    std::vector<std::string> takers;
    for (const BackendEntry& entry : backend_registry()) {
        const std::string why = entry.propose(problem, machine).why_not;
        if (why.empty())
            takers.push_back(entry.name);
        else
            EXPECT_THROW(entry.open(problem, {}), std::invalid_argument) << entry.name << ": " << why;
    }
    EXPECT_THAT(takers, testing::IsSupersetOf({"cpu", "stream25.sweep", "texture.unrolled", "semi.tma"}));
    EXPECT_THAT(takers, testing::Not(testing::Contains("temporal")));
}

TEST(VertexPorts, KeepTheBoundOfTheStencilInAnyRoom) {
    for (const char* name : stencils) {
        const Stencil stencil = make_stencil(name, 3);
        double worst = 0;
        for (unsigned seed = 1; seed <= 6; ++seed) {
            const VoxelRoom room = room_with(std::array{0.0, 0.1, 0.2, 0.35, 0.5, 0.6}[seed - 1], seed, {6, 5, 5});
            std::vector<VertexLaw> laws(4, VertexLaw{{{0, 1, 0}}, 1});
            worst = std::max(worst, spectral_share(with_ports(stencil, limit_of(stencil, room), room, laws)));
        }
        EXPECT_LE(worst, 1 + 1e-9) << name;
    }
}

TEST(VertexPorts, OfLargeStencilsKeepTheBoundInBoxes) {
    for (const char* name : {"compact-57-fine", "compact-57-opt", "compact-123-me6"}) {
        const Stencil stencil = make_stencil(name, 3);
        ASSERT_EQ(VertexRule::why_not(stencil), "") << name;
        for (const Extent& extent : {Extent{7, 6, 5}, {3, 9, 4}, {1, 8, 8}}) {
            const VoxelRoom room = room_with(0, 3, extent);
            const double courant = StencilAnalysis(stencil).courant_max();
            const std::vector<VertexLaw> laws(4, VertexLaw{{{0, 1, 0}}, 1});
            const ScalarProblem problem = with_ports(stencil, courant, room, laws);
            EXPECT_LE(spectral_share(problem), 1 + 1e-9) << name << ' ' << extent.nx;
            EXPECT_LE(worst_residual(with_ports(stencil, 0.999 * courant, room, random_laws(1)), room, 300), 2e-13)
                << name << ' ' << extent.nx;
        }
        // With half the air of the ports the bound breaks.
        const std::vector<VertexLaw> laws(4, VertexLaw{{{0, 1, 0}}, 1});
        const VoxelRoom room = room_with(0, 3, {7, 6, 5});
        EXPECT_GT(spectral_share(with_ports(stencil, StencilAnalysis(stencil).courant_max(), room, laws), 0.5), 1.01);
    }
}

TEST(VertexPorts, OfLessAirAreUnstable) {
    // The masses are sharp for 27 points: a twentieth less exceeds the bound, and the field grows.
    const Stencil stencil = make_stencil("compact-27-iwb", 3);
    const VoxelRoom room = room_with(0.35, 4, {6, 5, 5});
    const std::vector<VertexLaw> laws(4, VertexLaw{{{0, 1, 0}}, 1});
    EXPECT_GT(spectral_share(with_ports(stencil, limit_of(stencil, room), room, laws), 0.95), 1.0001);
}

TEST(VertexPorts, MassesOfBoxesWithTheInterpolatedStencil) {
    const VertexRule rule(make_stencil("compact-27-iwb", 3));
    const auto mass = [&](unsigned mask) {
        const AirGroup group = air_groups(mask).front();
        return rule.air_mass(mask, rule.port_cells(mask, group).front(), group.faces);
    };
    EXPECT_NEAR(rule.flat_mass(), 0.5, 1e-9);
    EXPECT_NEAR(mass(0x0f), 0.5, 1e-9);  // flat
    EXPECT_NEAR(mass(0x03), 1.0, 1e-9);  // edge
    EXPECT_NEAR(mass(0x01), 1.5, 1e-9);  // corner
    EXPECT_NEAR(mass(0xfc), 0.5, 1e-9);  // edge of a block
}

/// At the edge of a block two cells have a wall face each; what they read mirrors each other. In boxes all cells read
/// alike.
TEST(VertexPorts, OfLargeStencilsReadTheWalksOfEachCell) {
    const VertexRule rule(make_stencil("compact-57-fine", 3));
    const auto sets = [&](unsigned mask) { return rule.port_cells(mask, air_groups(mask).front()); };
    EXPECT_EQ(sets(0x0f).size(), 1U);
    EXPECT_EQ(sets(0x0f).front().corners, 0x0fU);
    EXPECT_EQ(sets(0x03).front().row, (std::array<double, 8>{0.5, 0.5}));
    // The block fills corners 0 and 4 (x = y = 0). From corner 1, x is blocked: half of the walks along x and y end in
    // corner 2, those in other orders in 3.
    const auto edge = sets(0xee);
    ASSERT_EQ(edge.size(), 2U);
    EXPECT_EQ(edge[0].corners, 0x22U);
    EXPECT_EQ(edge[1].corners, 0x44U);
    EXPECT_EQ(edge[0].row, (std::array<double, 8>{0, 0.25, 0.0625, 0.1875, 0, 0.25, 0.0625, 0.1875}));
    EXPECT_EQ(edge[1].row, (std::array<double, 8>{0, 0.0625, 0.25, 0.1875, 0, 0.0625, 0.25, 0.1875}));
}

/// For 7 points the symbol is 4 (sx + sy + sz), s the squared sines of half the wave numbers, and the squares of the
/// ports are (2 / D) (1 - sx) (1 - sy) (1 - sz). Both are linear in each s, so the largest sum is at a corner: 2 / D
/// where nothing varies, 12 where the sign of every node changes.
TEST(VertexPorts, BoundOfBoxesIsThatOfTheTwoExtremes) {
    const Stencil stencil = make_stencil("leggy-1", 3);
    EXPECT_NEAR(box_port_bound(stencil, 0.1), 20, 1e-9);
    EXPECT_NEAR(box_port_bound(stencil, 0.125), 16, 1e-9);
    EXPECT_NEAR(box_port_bound(stencil, 10), 12, 1e-9);
}

TEST(VertexPorts, OfPartsJoinToThoseOfTheWhole) {
    const VoxelRoom room = room_with(0.2, 9);
    const WallPorts whole =
        make_vertex_ports(VertexRule(make_stencil("leggy-1", 3)), room, SolidRows(room), random_laws(1));
    const WallPorts again = join_ports({whole});
    EXPECT_EQ(whole.nodes, again.nodes);
    EXPECT_EQ(whole.rows, again.rows);
    EXPECT_EQ(whole.first, again.first);
    EXPECT_TRUE(whole.law == again.law && whole.row == again.row);
}

TEST(VertexPorts, RefuseWhatHasNoProof) {
    EXPECT_NE(VertexRule::why_not(make_stencil("compact-19-opt", 3)), "");
    EXPECT_NE(VertexRule::why_not(make_stencil("leggy-1", 2)), "");
    EXPECT_THROW(VertexRule(make_stencil("compact-19-opt", 3)), std::domain_error);
    const VoxelRoom solids = room_with(0.2, 9);
    EXPECT_FALSE(VertexRule::knows_solids(make_stencil("compact-57-me4", 3)));
    EXPECT_THROW(
        make_vertex_ports(VertexRule(make_stencil("compact-57-me4", 3)), solids, SolidRows(solids), random_laws(1)),
        std::domain_error);
    VoxelRoom open = empty_room({4, 4, 4});
    open.side_kind[2] = SideKind::absorbing;
    EXPECT_THROW(make_vertex_ports(VertexRule(make_stencil("leggy-1", 3)), open, SolidRows(open), {{{{0, 1, 0}}, 1}}),
                 std::domain_error);
}

}  // namespace
}  // namespace wavesim
