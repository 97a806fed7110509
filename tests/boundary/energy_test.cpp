// SPDX-License-Identifier: MIT
#include "boundary/energy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "boundary/wall_faces.hpp"
#include "reference_stepper.hpp"
#include "room_cases.hpp"

namespace wavesim {
namespace {

struct EnergyCase {
    const char* stencil;
    int dims;
    Extent extent;
    double solid_share;
    WallForm form;
    std::vector<double> admittance;  ///< drawn at random per face's surface
    double courant_fraction = 0.99;  ///< at 1 Nyquist modes grow linearly: their parts of H then cancel and hide digits
    bool true_areas = false;         ///< faces with areas from 0 to 2
};

/// Runs from random fields and random wall states; the largest |H_{n+1/2} - H_{n-1/2} + Q| relative to H_{1/2}.
double worst_residual(const EnergyCase& c, int steps) {
    const Stencil stencil = make_stencil(c.stencil, c.dims);
    const auto surfaces = static_cast<unsigned>(c.admittance.size());
    VoxelRoom room = random_room(c.extent, c.solid_share, 21, surfaces, c.dims);
    if (c.solid_share == 0) room.solid.clear();
    if (c.true_areas)
        for_each_wall_face(room, [&room](std::int64_t node, Side side, std::uint16_t) {
            room.areas.push_back({node, side, static_cast<double>(room.areas.size() % 9) / 4});
        });
    ReferenceStepper run(problem_in(stencil, c.courant_fraction * limit_of(stencil, room), room, c.admittance, c.form));
    run.previous = random_field(room, 1);
    run.current = random_field(room, 2);
    std::mt19937 random(3);
    const auto draw = [&](std::vector<double>& states) {
        for (double& state : states) state = static_cast<double>(random()) / 2147483648.0 - 1;
    };
    draw(run.theta);
    draw(run.branch);

    double scale = 0, worst = 0, before_energy = 0;
    for (int n = 0; n < steps; ++n) {
        const std::vector<double> u_previous = run.previous, theta = run.theta, branch = run.branch;
        run.step();
        const WallEnergy now =
            wall_energy(run.problem, u_previous, run.previous, run.current, {theta, branch}, {run.theta, run.branch});
        if (n == 0)
            scale = now.energy;
        else
            worst = std::max(worst, std::abs(now.energy - before_energy + now.loss));
        EXPECT_GE(now.loss, 0);
        before_energy = now.energy;
    }
    EXPECT_GE(before_energy, 0);
    EXPECT_LE(before_energy, scale * (1 + 1e-12));
    return worst / scale;
}

const std::vector<double> mixed{0, 0.05, 0.3, 1, 5, 1e9};

TEST(Energy, ExplicitWallsKeepTheirLawInRubble) {
    for (const char* name : {"leggy-1", "leggy-2", "leggy-4", "leggy-7"})
        for (const std::vector<double>& g : {std::vector<double>{0.3}, {1.0}, {5.0}, mixed})
            EXPECT_LE(worst_residual({name, 3, {9, 8, 7}, 0.2, WallForm::automatic, g, 1}, 200), 1e-13)
                << name << ' ' << g[0];
}

TEST(Energy, ExplicitWallsKeepTheirLawInTwoDimensions) {
    EXPECT_LE(worst_residual({"leggy-4", 2, {17, 1, 13}, 0.15, WallForm::automatic, mixed}, 300), 1e-13);
}

TEST(Energy, FacesWithTrueAreasKeepTheLaw) {
    for (const char* name : {"leggy-1", "leggy-4", "compact-27-iwb"})
        EXPECT_LE(worst_residual({name, 3, {8, 8, 7}, 0.2, WallForm::half, mixed, 0.999, true}, 300), 2e-13) << name;
    EXPECT_LE(worst_residual({"leggy-2", 3, {8, 8, 7}, 0.2, WallForm::lumped, mixed, 0.999, true}, 200), 1e-13);
}

TEST(Energy, PressureReleaseIsALosslessExplicitWall) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_LE(worst_residual({"leggy-4", 3, {8, 7, 6}, 0.1, WallForm::automatic, {infinity}, 0.999}, 300), 1e-13);
}

TEST(Energy, BranchWallsKeepTheirLawInBoxes) {
    for (const char* name : {"compact-57-opt", "compact-27-iwb", "box-125-opt", "leggy-4"})
        for (const WallForm form : {WallForm::whole, WallForm::lumped, WallForm::half})
            for (const std::vector<double>& g : {std::vector<double>{0.5}, mixed})
                EXPECT_LE(worst_residual({name, 3, {8, 7, 6}, 0, form, g}, 120), 1e-13) << name << ' ' << g[0];
}

TEST(Energy, BranchWallsKeepTheirLawInRubbleWithCompletion) {
    for (const char* name : {"compact-19-opt", "compact-27-iwb", "compact-27-opt"})
        EXPECT_LE(worst_residual({name, 3, {8, 8, 7}, 0.2, WallForm::automatic, mixed}, 200), 1e-13) << name;
    EXPECT_LE(worst_residual({"compact-27-opt", 2, {15, 1, 12}, 0.2, WallForm::automatic, mixed}, 200), 1e-13);
}

TEST(Energy, BranchWallsKeepTheirLawInRubbleWithReflectingWalks) {
    for (const char* name : {"compact-57-fine", "compact-33-me4", "compact-123-me6"})
        EXPECT_LE(worst_residual({name, 3, {8, 8, 7}, 0.2, WallForm::automatic, mixed}, 150), 1e-13) << name;
    EXPECT_LE(worst_residual({"compact-57-opt", 2, {15, 1, 12}, 0.2, WallForm::automatic, mixed}, 300), 1e-13);
    EXPECT_LE(worst_residual({"compact-57-fine", 3, {8, 8, 7}, 0.2, WallForm::half, mixed, 0.999, true}, 150), 2e-13);
}

TEST(Energy, RigidRoomsLoseNothing) {
    EXPECT_LE(worst_residual({"compact-57-fine", 3, {7, 6, 5}, 0.3, WallForm::automatic, {0.0}, 0.9999}, 1000), 2e-13);
    EXPECT_LE(worst_residual({"leggy-1", 3, {9, 8, 7}, 0.15, WallForm::automatic, {0.0}}, 300), 1e-13);
    EXPECT_LE(worst_residual({"compact-57-opt", 3, {8, 7, 6}, 0, WallForm::whole, {0.0}}, 300), 1e-13);
}

TEST(Energy, LumpedWallsWithSolidsKeepTheirLaw) {
    EXPECT_LE(worst_residual({"leggy-4", 3, {8, 7, 6}, 0.2, WallForm::lumped, mixed}, 200), 1e-13);
}

TEST(Energy, ATwistedWallBreaksTheLaw) {
    // The law is sharp: one wrong sign of one correction shows.
    const VoxelRoom room = random_room({6, 6, 6}, 0.2, 4);
    const Stencil stencil = make_stencil("leggy-2", 3);
    ReferenceStepper run(problem_in(stencil, 0.4, room, {0.5}));
    Corrections& rows = run.problem.walls.corrections;
    rows = with_a_wrong_weight(rows, 0, [](std::int64_t) { return true; });
    run.previous = random_field(room, 1);
    run.current = random_field(room, 2);
    double before_energy = 0, worst = 0;
    for (int n = 0; n < 20; ++n) {
        const std::vector<double> u_previous = run.previous, theta = run.theta;
        run.step();
        const WallEnergy now =
            wall_energy(run.problem, u_previous, run.previous, run.current, {theta, {}}, {run.theta, {}});
        if (n > 0) worst = std::max(worst, std::abs(now.energy - before_energy + now.loss));
        before_energy = now.energy;
    }
    EXPECT_GT(worst, 1e-7);
}

TEST(Energy, WrongSizesAreRefused) {
    const ScalarProblem problem = problem_in(make_stencil("leggy-1", 3), 0.5, empty_room({3, 3, 3}), {1});
    const std::vector<double> field(27), faces(54), few(5);
    EXPECT_NO_THROW(wall_energy(problem, field, field, field, {faces, {}}, {faces, {}}));
    EXPECT_THROW(wall_energy(problem, field, field, few, {faces, {}}, {faces, {}}), std::invalid_argument);
    EXPECT_THROW(wall_energy(problem, field, field, field, {few, {}}, {faces, {}}), std::invalid_argument);
    std::vector<double> out(26);
    EXPECT_THROW(apply_stiffness(problem, field, out), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim
