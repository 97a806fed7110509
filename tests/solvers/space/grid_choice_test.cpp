// SPDX-License-Identifier: MIT
#include "solvers/space/grid_choice.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

TEST(GridChoice, ASpacingThatFitsIsKept) {
    const auto grid = choose_grid(3, {3.0, 2.6, 2.2}, 0.05, WallPosition::half);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->extent, (Extent{60, 52, 44}));
    EXPECT_EQ(grid->spacing_m, 0.05);
    EXPECT_LE(grid->size_error, 1e-12);
}

TEST(GridChoice, OtherSpacingsShrinkByAtMostThreePercent) {
    for (const double asked : {0.0343, 0.05, 0.0717, 0.11})
        for (const Point& size : {Point{6.0, 4.2, 2.7}, Point{3.17, 2.71, 2.39}, Point{12.1, 7.7, 3.3}}) {
            const auto grid = choose_grid(3, size, asked, WallPosition::half);
            ASSERT_TRUE(grid);
            EXPECT_LE(grid->spacing_m, asked);
            EXPECT_GE(grid->spacing_m, 0.97 * asked * (1 - 1e-12));
            const auto error = [&](double cells, double length) {
                return std::abs(cells * grid->spacing_m / length - 1);
            };
            const double worst = std::max({error(static_cast<double>(grid->extent.nx), size.x),
                                           error(static_cast<double>(grid->extent.ny), size.y),
                                           error(static_cast<double>(grid->extent.nz), size.z)});
            EXPECT_NEAR(worst, grid->size_error, 1e-12);
            // At least as good as every spacing of a fine sweep.
            for (double s = asked; s >= 0.97 * asked; s -= 1e-4 * asked) {
                double sweep = 0;
                for (const double length : {size.x, size.y, size.z})
                    sweep = std::max(sweep, std::abs(std::round(length / s) * s / length - 1));
                EXPECT_GE(std::max(sweep, 1e-4), grid->size_error - 2e-4) << asked << " " << s;
            }
        }
}

TEST(GridChoice, ASingleLengthFitsExactly) {
    const auto grid = choose_grid(2, {10.0, 0, 10.0}, 0.0343, WallPosition::half);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->extent.nx, 292);
    EXPECT_EQ(grid->extent.ny, 1);
    EXPECT_LE(grid->size_error, 1e-12);
}

TEST(GridChoice, AnExactFitNearbyIsTaken) {
    EXPECT_NEAR(choose_grid(3, {6.0, 4.2, 2.7}, 0.0343, WallPosition::half)->spacing_m, 0.1 / 3, 1e-12);
    EXPECT_NEAR(choose_grid(3, {6.0, 4.2, 2.7}, 0.0335, WallPosition::half)->spacing_m, 0.1 / 3, 1e-12);
}

TEST(GridChoice, WholeSampleWallsHaveOneNodeMore) {
    const auto grid = choose_grid(3, {1.0, 0.5, 0.25}, 0.0625, WallPosition::whole);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->extent, (Extent{17, 9, 5}));
    EXPECT_EQ(length_of(17, grid->spacing_m, WallPosition::whole), 1.0);
    EXPECT_EQ(length_of(16, 0.0625, WallPosition::half), 1.0);
}

TEST(GridChoice, RefusesCellsLongerThanAnAxisAndGridsBeyondCounting) {
    EXPECT_FALSE(choose_grid(3, {3, 3, 0.1}, 0.3, WallPosition::half));
    EXPECT_FALSE(choose_grid(3, {3, 3, 3}, 1e-9, WallPosition::half));
    EXPECT_FALSE(choose_grid(3, {3, 3, 3}, 1e-300, WallPosition::half));
    EXPECT_FALSE(choose_grid(3, {3e5, 3e5, 3e6}, 2e-3, WallPosition::half));
    EXPECT_TRUE(choose_grid(3, {3, 3, 3}, 2e-3, WallPosition::half));
}

}  // namespace
}  // namespace wavesim
