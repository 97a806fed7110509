// SPDX-License-Identifier: MIT
#include "boundary/port_branches.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "boundary/angle_fit.hpp"
#include "boundary/half_cell.hpp"
#include "boundary/port_fit.hpp"
#include "boundary/vertex_cubes.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

PortGrid grid_of(const Stencil& stencil, double points, TraceTime traces = TraceTime::steps) {
    return {most_port_step * StencilAnalysis(stencil).courant_max(), points, traces};
}

TEST(PortBranches, AreKnownForStencilsThatHaveRoomForPorts) {
    for (const std::string& name : stencils_with_ports()) {
        const Stencil stencil = make_stencil(name, 3);
        EXPECT_EQ(VertexRule::why_not(stencil), "") << name;
        EXPECT_TRUE(std::isfinite(least_port_points(stencil))) << name;
        for (const double points : {4.0, 6.0, 7.9, 8.0, 20.0})
            for (const PortBranch& branch : unit_branches(stencil, grid_of(stencil, points))) {
                EXPECT_GE(branch.mass, 0) << name;
                EXPECT_GT(branch.resistance, 0) << name;
                EXPECT_GE(branch.stiffness, 0) << name;
            }
    }
    for (const char* name : {"leggy-1", "compact-19-isotropic"})
        EXPECT_EQ(least_port_points(make_stencil(name, 3)), 6) << name;
    EXPECT_EQ(least_port_points(make_stencil("leggy-4", 3)), 4);
    for (const char* other : {"leggy-3", "compact-27-opt", "compact-19", "box-125-opt"})
        EXPECT_TRUE(std::isinf(least_port_points(make_stencil(other, 3)))) << other;
}

/// At the highest frequency and half of it, beside random_absorption_of, which knows no grid. What is left is the error
/// of the scheme's own waves, largest with 27 points and strong walls.
TEST(PortBranches, TakeAsMuchSoundFromAllAnglesAsTheExactWall) {
    constexpr double points = 8, highest = 2 * std::numbers::pi / points;
    const auto worst = [&](const std::string& name, const std::vector<PortBranch>* other) {
        const Stencil stencil = make_stencil(name, 3);
        const double courant = grid_of(stencil, points).courant;
        const AngleTable table(stencil, courant, half_cell_air_mass(stencil, WallPosition::half),
                               {highest / 2, highest});
        double error = 0;
        for (const double g : {0.02, 0.1, 0.3})
            for (const std::size_t f : {0U, 1U}) {
                const auto branches =
                    branches_of(other == nullptr ? unit_branches(stencil, {courant, points}) : *other, g);
                const double taken = table.absorption(f, impedance_of(branches, table.rate(f)), Incidence::random);
                error = std::max(error, std::abs(taken / random_absorption_of(1 / g) - 1));
            }
        return error;
    };
    for (const std::string& name : stencils_with_ports()) EXPECT_LE(worst(name, nullptr), 0.02) << name;
    const std::vector<PortBranch> resistance{{0, 1, 0}};
    for (const char* name : {"leggy-4", "compact-19-isotropic"}) EXPECT_GE(worst(name, &resistance), 0.025) << name;
}

TEST(PortBranches, OfUsualGridsAreRowsOfATable) {
    const Stencil stencil = make_stencil("leggy-2", 3);
    const auto mass = [&](double points) { return unit_branches(stencil, grid_of(stencil, points))[1].mass; };
    EXPECT_EQ(mass(8), mass(8.2));
    EXPECT_NE(mass(8), mass(8.3));
    EXPECT_EQ(mass(6), mass(6.1));
    EXPECT_NE(mass(8), mass(6));
}

/// Losses of g = 0.02 to 0.3 at frequencies that the fit did not see, from all directions, beside those of an exact
/// wall. `fitted`: the grid whose branches these walls have.
double worst_loss(const Stencil& stencil, const PortGrid& grid, PortGrid fitted) {
    const double highest = 2 * std::numbers::pi / grid.points_per_wavelength;
    const std::vector<double> omega{0.02 * highest, 0.11 * highest, 0.42 * highest, 0.61 * highest, 0.97 * highest};
    const AngleTable table(stencil, grid.courant, half_cell_air_mass(stencil, WallPosition::half), omega, grid.traces);
    double worst = 0;
    for (const double g : {0.02, 0.1, 0.3})
        for (std::size_t f = 0; f < omega.size(); ++f) {
            fitted.admittance = g;
            const double taken = table.absorption(
                f, impedance_of(branches_of(unit_branches(stencil, fitted), g), table.rate(f)), Incidence::random);
            worst = std::max(worst, std::abs(taken / random_absorption_of(1 / g) - 1));
        }
    return worst;
}

/// Between rows, on finer grids, and without the error of the time step.
TEST(PortBranches, OfOtherGridsAreFitted) {
    for (const auto& [name, points, most] : {std::tuple{"leggy-4", 7.0, 0.011},
                                             {"leggy-4", 10.0, 0.005},
                                             {"leggy-1", 12.0, 0.004},
                                             {"compact-57-fine", 5.0, 0.004},
                                             {"compact-123-me6", 20.0, 0.002}}) {
        const Stencil stencil = make_stencil(name, 3);
        const PortGrid grid = grid_of(stencil, points);
        EXPECT_LE(worst_loss(stencil, grid, grid), most) << name << ' ' << points;
    }
}

TEST(PortBranches, AreFittedToTracesWithoutTimeDispersion) {
    for (const auto& [name, points, most] : {std::tuple{"leggy-4", 8.0, 0.004},
                                             {"leggy-4", 6.0, 0.009},
                                             {"leggy-2", 8.0, 0.004},
                                             {"leggy-2", 10.0, 0.003}}) {
        const Stencil stencil = make_stencil(name, 3);
        const PortGrid grid = grid_of(stencil, points, TraceTime::corrected);
        const std::vector<PortBranch> own = unit_branches(stencil, grid);
        EXPECT_LE(worst_loss(stencil, grid, grid), most) << name << ' ' << points;
        EXPECT_GE(worst_loss(stencil, grid, grid_of(stencil, points)), 2 * worst_loss(stencil, grid, grid))
            << name << ' ' << points;
        for (const PortBranch& branch : own) {
            EXPECT_GT(branch.mass, 0) << name;
            EXPECT_GT(branch.resistance, 0) << name;
            EXPECT_GE(branch.stiffness, 0) << name;
        }
    }
}

TEST(PortBranches, LowWavesMeetTheAdmittanceItself) {
    // All that is not 1/g falls away at low frequencies: sum of 1/(D w + E + F/w), a spring lets nothing through.
    for (const std::string& name : stencils_with_ports())
        for (const double points : {4.0, 6.0, 8.0}) {
            double conductance = 0;
            for (const PortBranch& branch :
                 unit_branches(make_stencil(name, 3), grid_of(make_stencil(name, 3), points)))
                if (branch.stiffness == 0) conductance += 1 / branch.resistance;
            EXPECT_NEAR(conductance, 1, 0.03) << name << ' ' << points;
        }
}

TEST(PortBranches, AreDividedByTheAdmittance) {
    const std::vector<PortBranch> of = branches_of({{1, 2, 3}, {0, 5, 0}}, 0.1);
    EXPECT_EQ(of, (std::vector<PortBranch>{{1 / 0.1, 2 / 0.1, 3 / 0.1}, {0, 5 / 0.1, 0}}));
}

}  // namespace
}  // namespace wavesim
