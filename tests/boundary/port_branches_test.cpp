// SPDX-License-Identifier: MIT
#include "boundary/port_branches.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "boundary/angle_fit.hpp"
#include "boundary/half_cell.hpp"
#include "boundary/port_fit.hpp"
#include "boundary/vertex_cubes.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

TEST(PortBranches, AreKnownForStencilsThatHaveRoomForPorts) {
    for (const std::string& name : stencils_with_ports()) {
        const Stencil stencil = make_stencil(name, 3);
        EXPECT_EQ(VertexRule::why_not(stencil), "") << name;
        EXPECT_TRUE(std::isfinite(least_port_points(stencil))) << name;
        for (const double points : {4.0, 6.0, 7.9, 8.0, 20.0})
            for (const PortBranch& branch : unit_branches(stencil, points)) {
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
        const AngleTable table(stencil, most_port_step * StencilAnalysis(stencil).courant_max(),
                               half_cell_air_mass(stencil, WallPosition::half), {highest / 2, highest});
        double error = 0;
        for (const double g : {0.02, 0.1, 0.3})
            for (const std::size_t f : {0U, 1U}) {
                const auto branches = branches_of(other == nullptr ? unit_branches(stencil, points) : *other, g);
                const double taken = table.absorption(f, impedance_of(branches, table.rate(f)), Incidence::random);
                error = std::max(error, std::abs(taken / random_absorption_of(1 / g) - 1));
            }
        return error;
    };
    for (const std::string& name : stencils_with_ports()) EXPECT_LE(worst(name, nullptr), 0.02) << name;
    const std::vector<PortBranch> resistance{{0, 1, 0}};
    for (const char* name : {"leggy-4", "compact-19-isotropic"}) EXPECT_GE(worst(name, &resistance), 0.025) << name;
}

TEST(PortBranches, ServeFinerGridsThanTheirRow) {
    const Stencil stencil = make_stencil("leggy-2", 3);
    const auto at = [&](double points) { return unit_branches(stencil, points)[1].mass; };
    EXPECT_EQ(at(8), at(30));
    EXPECT_EQ(at(7.99), at(6));
    EXPECT_EQ(at(5.9), at(4));
    EXPECT_NE(at(8), at(6));
}

TEST(PortBranches, LowWavesMeetTheAdmittanceItself) {
    // All that is not 1/g falls away at low frequencies: sum of 1/(D w + E + F/w), a spring lets nothing through.
    for (const std::string& name : stencils_with_ports())
        for (const double points : {4.0, 6.0, 8.0}) {
            double conductance = 0;
            for (const PortBranch& branch : unit_branches(make_stencil(name, 3), points))
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
