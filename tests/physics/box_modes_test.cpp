// SPDX-License-Identifier: MIT
// A mode of a rigid box oscillates at the frequency of its discrete dispersion relation, for thousands of steps.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "boundary/room_cases.hpp"
#include "stencils/scheme/stencil_symbol.hpp"
#include "wall_run.hpp"

namespace wavesim::test {
namespace {

struct ModeCase {
    std::string stencil;
    Extent extent;
    std::array<int, 3> mode;
    int steps;
    WallForm form = WallForm::half;
    int dims = 3;
};

/// Largest deviation from cos(omega T n) * mode over the run, mode amplitude 1.
double mode_error(const ModeCase& c, Precision precision) {
    const Stencil stencil = make_stencil(c.stencil, c.dims);
    const VoxelRoom room = empty_room(c.extent, c.dims);
    const double courant = 0.9999 * limit_of(stencil, room);
    ScalarProblem problem = problem_in(stencil, courant, room, {0}, c.form);
    problem.precision = precision;

    std::array<double, 3> k{};
    std::vector<double> mode(static_cast<std::size_t>(c.extent.nodes()), 1.0);
    for (int axis = 0; axis < 3; ++axis) {
        const auto n = static_cast<double>(c.extent.along(axis));
        if (n == 1) continue;
        const auto a = static_cast<std::size_t>(axis);
        k[a] = std::numbers::pi * c.mode[a] / (c.form == WallForm::whole ? n - 1 : n);
        for (std::int64_t i = 0; i < c.extent.nodes(); ++i) {
            const Node node = node_at(c.extent, i);
            const auto t = static_cast<double>(axis == 0 ? node.x : axis == 1 ? node.y : node.z);
            mode[static_cast<std::size_t>(i)] *= std::cos(k[a] * (c.form == WallForm::whole ? t : t + 0.5));
        }
    }
    const double omega_t = 2 * std::asin(courant / 2 * std::sqrt(StencilSymbol(stencil)(k)));

    std::vector<double> previous = mode;
    for (double& value : previous) value *= std::cos(omega_t);
    WallRun run(problem);
    run.write(FieldLevel::current, mode);
    run.write(FieldLevel::previous, previous);
    double worst = 0;
    for (int n = c.steps / 20; n <= c.steps; n += c.steps / 20) {
        run.advance(c.steps / 20);
        const std::vector<double> field = run.read(FieldLevel::current);
        for (std::size_t i = 0; i < field.size(); ++i)
            worst = std::max(worst, std::abs(field[i] - std::cos(omega_t * n) * mode[i]));
    }
    return worst;
}

void expect_mode(const ModeCase& c) {
    EXPECT_LE(mode_error(c, Precision::float64), 1e-11) << c.stencil;
    EXPECT_LE(mode_error(c, Precision::float32), 1e-3) << c.stencil;
}

TEST(BoxModes, SevenPoints) { expect_mode({"leggy-1", {13, 11, 9}, {2, 1, 3}, 5000}); }
TEST(BoxModes, LeggyMirror) { expect_mode({"leggy-4", {13, 11, 9}, {2, 1, 3}, 2000}); }
TEST(BoxModes, CompactMirror) { expect_mode({"compact-57-opt", {13, 11, 9}, {2, 1, 3}, 2000}); }
TEST(BoxModes, WallsOnTheNodes) { expect_mode({"compact-57-opt", {13, 11, 9}, {2, 1, 3}, 2000, WallForm::whole}); }
TEST(BoxModes, BoxesShorterThanTheStencil) { expect_mode({"leggy-8", {13, 5, 3}, {4, 1, 1}, 2000}); }
TEST(BoxModes, TwoDimensions) { expect_mode({"leggy-4", {23, 1, 17}, {3, 0, 2}, 2000, WallForm::half, 2}); }

}  // namespace
}  // namespace wavesim::test
