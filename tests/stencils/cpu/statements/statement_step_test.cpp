// SPDX-License-Identifier: MIT
// Programs on the CPU, against loops that say the same and against waves that are known.
#include "stencils/cpu/statements/statement_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "stencils/cpu/statements/row_program_kernel.hpp"
#include "stencils/equations/plane_waves.hpp"
#include "stencils/equations/some_programs.hpp"

namespace wavesim::cpu {
namespace {

using equations::Mirror;
using equations::Program;
using equations::Time;

constexpr std::array<HaloRule, 6> rigid{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                        HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
constexpr std::array<HaloRule, 6> mixed{HaloRule::mirror_half, HaloRule::odd_half,    HaloRule::odd_half,
                                        HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::odd_half};

template <class T>
void set(StatementStep<T>& step, int field, Time time, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
        step.level(field, time)[step.layout().of(static_cast<std::int64_t>(i))] = static_cast<T>(values[i]);
}

template <class T>
std::vector<double> get(const StatementStep<T>& step, int field, Time time = Time::now) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < step.layout().extent.nodes(); ++i)
        values.push_back(static_cast<double>(step.level(field, time)[step.layout().of(i)]));
    return values;
}

template <class T>
void go(StatementStep<T>& step, int steps, int threads, const std::vector<Push<T>>& pushes = {}) {
    run_team(threads, [&](const TeamMember& member) {
        step.mirror(member);
        for (int n = 0; n < steps; ++n) {
            step.advance(member, pushes);
            if (member.number() == 0) step.rotate();
            member.wait_for_all();
        }
    });
}

std::vector<double> noise(std::int64_t count, unsigned seed, double low = -1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(low, 1);
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& v : values) v = any(random);
    return values;
}

/// p at a node or its image.
double imaged(const std::vector<double>& p, const Extent& e, const std::array<HaloRule, 6>& halo, Node n) {
    const HaloImage x = halo_image(n.x, e.nx, halo[0], halo[1]);
    const HaloImage y = halo_image(n.y, e.ny, halo[2], halo[3]);
    const HaloImage z = halo_image(n.z, e.nz, halo[4], halo[5]);
    return x.sign * y.sign * z.sign * p[static_cast<std::size_t>(e.index(x.node, y.node, z.node))];
}

template <class Formula>
void two_level_steps(const Extent& e, std::vector<double>& p, std::vector<double>& old, int steps,
                     const Formula& laplace) {
    for (int n = 0; n < steps; ++n) {
        std::vector<double> next(p.size());
        for (std::int64_t i = 0; i < e.nodes(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            next[at] = 2 * p[at] - old[at] + laplace(p, node_at(e, i));
        }
        old = std::exchange(p, next);
    }
}

TEST(StatementStep, TheScalarWaveIsThatOfTheStencil) {
    const Stencil stencil = equations::leggy(3, 3);
    const Extent e{1051, 3, 4};  // three chunks of at most 512 nodes along x, fewer nodes than the halo along y
    ASSERT_GT(e.nx, 2 * row_chunk);
    const StatementGrid grid{e, stencil, 0.1, 0.5, mixed, {noise(e.nodes(), 3, 0.5)}};
    std::vector<double> p = noise(e.nodes(), 1);
    std::vector<double> old = noise(e.nodes(), 2);
    StatementStep<double> step(equations::scalar_wave(), grid, Isa::v2, 2);
    StatementStep<float> rough(equations::scalar_wave(), grid, Isa::v2, 1);
    for (const auto& [time, values] : {std::pair(Time::now, p), std::pair(Time::old, old)}) {
        set(step, 0, time, values);
        set(rough, 0, time, values);
    }

    go(step, 4, 2);
    go(rough, 4, 1);

    two_level_steps(e, p, old, 4, [&](const std::vector<double>& u, const Node& n) {
        double sum = 0;
        for (std::size_t s = 0; s < stencil.shells.size(); ++s)
            for (const Offset& o : shell_points(stencil.shells[s], 3))
                sum += stencil.a[s] * (imaged(u, e, mixed, {n.x + o.x, n.y + o.y, n.z + o.z}) -
                                       u[static_cast<std::size_t>(e.index(n.x, n.y, n.z))]);
        const double courant = grid.parameters[0][static_cast<std::size_t>(e.index(n.x, n.y, n.z))] * 0.1 / 0.5;
        return courant * courant * sum;
    });
    EXPECT_THAT(get(step, 0), testing::Pointwise(testing::DoubleNear(1e-13), p));
    EXPECT_THAT(get(step, 0, Time::old), testing::Pointwise(testing::DoubleNear(1e-13), old));
    EXPECT_THAT(get(rough, 0), testing::Pointwise(testing::DoubleNear(2e-5), p));
}

TEST(StatementStep, DensitiesThatVaryAreFluxAndDivergence) {
    const Program program = equations::read_statements(
        "density",
        equations::declared({2, 3}, {equations::field("p", 2)},
                            {equations::parameter("rho"), equations::parameter("k")}),
        {"fx = d1x+(p)/(rho + rho[1,0,0])", "fy = d1y+(p)/(rho + rho[0,1,0])", "fz = d1z+(p)/(rho + rho[0,0,1])",
         "p.new = 2*p - p.old + k*(dt/dx)*(dt/dx)*(d1x-(fx) + d1y-(fy) + d1z-(fz))"});
    const Extent e{6, 1, 5};
    const StatementGrid grid{
        e, equations::leggy(1, 2), 0.2, 0.5, mixed, {noise(e.nodes(), 3, 0.5), noise(e.nodes(), 4, 0.5)}};
    std::vector<double> p = noise(e.nodes(), 1);
    std::vector<double> old = noise(e.nodes(), 2);
    StatementStep<double> step(program, grid, Isa::v2, 1);
    set(step, 0, Time::now, p);
    set(step, 0, Time::old, old);

    go(step, 3, 1);

    two_level_steps(e, p, old, 3, [&](const std::vector<double>& u, const Node& n) {
        const auto at = [&](std::int64_t dx, std::int64_t dz) { return imaged(u, e, mixed, {n.x + dx, 0, n.z + dz}); };
        const auto rho = [&](std::int64_t dx, std::int64_t dz) {
            return imaged(grid.parameters[0], e, rigid, {n.x + dx, 0, n.z + dz}) +
                   imaged(grid.parameters[0], e, rigid, n);
        };
        const double sum = (at(1, 0) - at(0, 0)) / rho(1, 0) - (at(0, 0) - at(-1, 0)) / rho(-1, 0) +
                           (at(0, 1) - at(0, 0)) / rho(0, 1) - (at(0, 0) - at(0, -1)) / rho(0, -1);
        return grid.parameters[1][static_cast<std::size_t>(e.index(n.x, 0, n.z))] * 0.16 * sum;
    });
    EXPECT_THAT(get(step, 0), testing::Pointwise(testing::DoubleNear(1e-13), p));
}

/// Elastic waves whose velocities and shear stress stand between the nodes.
Program staggered_elastic() {
    Program program = equations::elastic(0.5);
    for (equations::Field& field : program.declared.fields) {
        field.half = {field.name == "vx" || field.name == "sxz", false, field.name == "vz" || field.name == "sxz"};
        for (std::size_t axis = 0; axis < 3; ++axis) field.rigid[axis] = field.half[axis] ? Mirror::odd : Mirror::even;
    }
    return program;
}

TEST(StatementStep, ElasticWavesStandBetweenSidesWithTheFrequencyOfTheSymbol) {
    const Extent e{9, 1, 7};
    const double k_x = 2 * M_PI / 9;
    const double k_z = 3 * M_PI / 7;
    const double dt = 0.6;
    const StatementGrid grid{e, equations::leggy(1, 2), dt, 1, rigid, {}};
    StatementStep<double> step(staggered_elastic(), grid, Isa::v2, 1);
    std::vector<double> vx;
    std::vector<double> vz;
    for (std::int64_t i = 0; i < e.nodes(); ++i) {
        const Node n = node_at(e, i);
        const auto x = static_cast<double>(n.x);
        const auto z = static_cast<double>(n.z);
        vx.push_back(std::sin(k_x / 2) * std::sin(k_x * (x + 1)) * std::cos(k_z * (z + 0.5)));
        vz.push_back(std::sin(k_z / 2) * std::cos(k_x * (x + 0.5)) * std::sin(k_z * (z + 1)));
    }
    set(step, 0, Time::now, vx);
    set(step, 1, Time::now, vz);
    std::vector<std::vector<double>> seen;
    for (int n = 0; n < 4; ++n) {
        seen.push_back(get(step, 1));
        go(step, 1, 1);
    }

    const double turn = 2 * std::asin(dt * std::hypot(std::sin(k_x / 2), std::sin(k_z / 2)));
    for (std::size_t i = 0; i < vz.size(); ++i) {
        EXPECT_NEAR(seen[1][i] + seen[3][i], 2 * std::cos(turn) * seen[2][i], 1e-12) << i;
        EXPECT_NEAR(seen[0][i], vz[i], 0);
    }
    EXPECT_GT(std::abs(seen[2][3]), 1e-3);
}

TEST(StatementStep, HasTheSameBitsForEveryTeamAndInstructionSet) {
    const Extent e{37, 6, 5};
    const StatementGrid grid{e, equations::leggy(2, 3), 0.05, 0.5, mixed, {{0.3}}};
    std::vector<std::vector<double>> found;
    for (const Isa isa : available_isas())
        for (const int threads : {1, 3}) {
            StatementStep<float> step(equations::zener(2), grid, isa, threads);
            set(step, 0, Time::now, noise(e.nodes(), 1));
            go(step, 5, threads, {{e.index(4, 3, 2), 0.25F}});
            found.push_back(get(step, 0));
            found.push_back(get(step, 1));
        }
    for (std::size_t i = 2; i < found.size(); ++i) EXPECT_EQ(found[i], found[i % 2]) << i;
    EXPECT_NE(found[0], found[1]);
}

TEST(StatementStep, LevelsThatAreReadAroundTheNodeAreKept) {
    // n-1 is read at neighbours, and n by a later statement: no level may be overwritten early.
    const Program program = equations::read_statements(
        "kept", equations::declared({2}, {equations::field("p", 2), equations::field("q", 1)}),
        {"p.new = p.old[1,0] + 10*p[0,1]", "q.new = q[-1,0] + p.old + 100*p.new"});
    const Extent e{3, 1, 2};
    StatementStep<double> step(program, {e, equations::leggy(1, 2), 1, 1, rigid, {}}, Isa::v2, 1);
    set(step, 0, Time::old, {1, 2, 3, 4, 5, 6});
    set(step, 0, Time::now, {10, 20, 30, 40, 50, 60});
    set(step, 1, Time::now, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6});

    go(step, 1, 1);

    EXPECT_THAT(get(step, 0), testing::ElementsAre(402, 503, 603, 405, 506, 606));
    EXPECT_THAT(get(step, 0, Time::old), testing::ElementsAre(10, 20, 30, 40, 50, 60));
    EXPECT_THAT(get(step, 1), testing::ElementsAre(testing::DoubleEq(40201.1), testing::DoubleEq(50302.1),
                                                   testing::DoubleEq(60303.2), testing::DoubleEq(40504.4),
                                                   testing::DoubleEq(50605.4), testing::DoubleEq(60606.5)));
}

TEST(StatementStep, FunctionsAreThoseOfTheText) {
    const Program program = equations::read_statements(
        "functions", equations::declared({2}, {equations::field("p", 1)}, {equations::parameter("c")}, {{"a", 3}}),
        {"p.new = max(abs(p), sqrt(c)) - min(p, a*dt)/(-c) + exp(-dt)*0.5 - (2 - p)"});
    StatementStep<double> step(program, {{4, 1, 1}, equations::leggy(1, 2), 0.25, 1, rigid, {{4}}}, Isa::v2, 1);
    const std::vector<double> start{-5, 0.5, 1, 3};
    set(step, 0, Time::now, start);

    go(step, 1, 1);

    for (std::size_t i = 0; i < start.size(); ++i) {
        const double p = start[i];
        EXPECT_DOUBLE_EQ(get(step, 0)[i],
                         std::max(std::abs(p), 2.0) - std::min(p, 0.75) / -4 + std::exp(-0.25) * 0.5 - (2 - p));
    }
}

TEST(StatementStep, RefusesWhatDoesNotFit) {
    const StatementGrid open{{4, 1, 4}, equations::leggy(1, 2), 1, 1, {}, {{1}}};
    EXPECT_THROW(StatementStep<double>(equations::scalar_wave(), open, Isa::v2, 1), std::invalid_argument);
    const StatementGrid few{{4, 1, 4}, equations::leggy(1, 2), 1, 1, rigid, {{1, 2, 3}}};
    EXPECT_THROW(StatementStep<double>(equations::scalar_wave(), few, Isa::v2, 1), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim::cpu
