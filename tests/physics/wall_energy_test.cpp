// SPDX-License-Identifier: MIT
// The exact energy laws of walls, kept by the CPU backend from random data in hard rooms.
#include <gtest/gtest.h>

#include <cmath>

#include "boundary/room_cases.hpp"
#include "wall_run.hpp"

namespace wavesim::test {
namespace {

struct EnergyCase {
    std::string stencil;
    Extent extent;
    double solid_share;
    std::vector<double> admittance;
    WallForm form = WallForm::automatic;
    int dims = 3;
};

/// Largest |H_{n+1/2} - H_{n-1/2} + Q_n| / H_{1/2} over the steps.
double worst_residual(const EnergyCase& c, Precision precision, int steps) {
    const Stencil stencil = make_stencil(c.stencil, c.dims);
    VoxelRoom room = random_room(c.extent, c.solid_share, 5, static_cast<unsigned>(c.admittance.size()), c.dims);
    if (c.solid_share == 0) room.solid.clear();
    ScalarProblem problem = problem_in(stencil, 0.99 * limit_of(stencil, room), room, c.admittance, c.form);
    problem.precision = precision;
    WallRun run(problem);
    run.write(FieldLevel::previous, random_field(room, 1));
    run.write(FieldLevel::current, random_field(room, 2));

    double worst = 0, scale = 0, energy = 0;
    for (int n = 0; n < steps; ++n) {
        const std::vector<double> u_previous = run.read(FieldLevel::previous),
                                  u_current = run.read(FieldLevel::current);
        const std::vector<double> theta = run.states("explicit_walls"), branch = run.states("branch_walls");
        run.advance(1);
        const std::vector<double> theta_after = run.states("explicit_walls"), branch_after = run.states("branch_walls");
        const WallEnergy now = wall_energy(problem, u_previous, u_current, run.read(FieldLevel::current),
                                           {theta, branch}, {theta_after, branch_after});
        if (n == 0)
            scale = now.energy;
        else
            worst = std::max(worst, std::abs(now.energy - energy + now.loss));
        energy = now.energy;
    }
    return worst / scale;
}

void expect_law(const EnergyCase& c, double float_tolerance) {
    EXPECT_LE(worst_residual(c, Precision::float64, 150), 1e-13) << c.stencil;
    EXPECT_LE(worst_residual(c, Precision::float32, 150), float_tolerance) << c.stencil;
}

const std::vector<double> mixed_admittances{0, 0.05, 0.3, 1, 5, 1e9};
constexpr Extent rubble{16, 15, 14};

TEST(WallEnergy, RigidRoomsKeepTheirEnergy) {
    expect_law({"leggy-1", rubble, 0.15, {0}}, 1e-4);
    expect_law({"leggy-4", rubble, 0, {0}}, 1e-4);
    expect_law({"compact-57-opt", rubble, 0, {0}}, 1e-4);
}

TEST(WallEnergy, SegmentMirrorsKeepTheirEnergyInRubble) {
    for (const char* name : {"leggy-1", "leggy-2", "leggy-4", "leggy-8"}) expect_law({name, rubble, 0.2, {0}}, 1e-4);
}

/// Rows of up to 87 terms beside solids.
TEST(WallEnergy, ReflectingWalksKeepTheirEnergyInRubble) {
    for (const char* name : {"compact-57-fine", "compact-123-me6"}) {
        expect_law({name, rubble, 0.2, {0}}, 1e-4);
        expect_law({name, rubble, 0.15, mixed_admittances}, 1e-5);
    }
    expect_law({"compact-57-opt", {37, 1, 31}, 0.15, mixed_admittances, WallForm::automatic, 2}, 1e-5);
}

TEST(WallEnergy, ExplicitWallsLoseWhatTheyTake) {
    for (const double g : {0.3, 1.0, 5.0}) expect_law({"leggy-1", rubble, 0.15, {g}}, 1e-5);
    for (const char* name : {"leggy-1", "leggy-4"}) expect_law({name, rubble, 0.15, mixed_admittances}, 1e-5);
    expect_law({"leggy-4", {37, 1, 31}, 0.15, mixed_admittances, WallForm::automatic, 2}, 1e-5);
}

TEST(WallEnergy, BranchWallsLoseWhatTheyTake) {
    for (const double g : {0.3, 1.0, 5.0}) expect_law({"compact-57-opt", rubble, 0, {g}, WallForm::half}, 1e-5);
    for (const WallForm form : {WallForm::half, WallForm::whole, WallForm::lumped})
        expect_law({"compact-57-opt", rubble, 0, mixed_admittances, form}, 1e-5);
    expect_law({"compact-27-iwb", rubble, 0.2, mixed_admittances}, 1e-5);
}

}  // namespace
}  // namespace wavesim::test
