// SPDX-License-Identifier: MIT
#include "boundary/half_cell.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "boundary/wall_ripple.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

TEST(HalfCell, NearestNeighbourStencilsHaveExactlyHalfACell) {
    for (const char* name : {"leggy-1", "compact-19-isotropic", "compact-27-iwb", "compact-27-opt"}) {
        EXPECT_NEAR(half_cell_air_mass(make_stencil(name, 3), WallPosition::half), 0.5, 1e-9) << name;
        EXPECT_NEAR(half_cell_air_mass(make_stencil(name, 3), WallPosition::whole), 0.0, 1e-9) << name;
    }
}

TEST(HalfCell, LeggyValuesMatchTheTable) {
    const double half[] = {.5,      .577350, .585328, .587492, .588346, .588759,
                           .588987, .589125, .589214, .589275, .589318, .589349};
    for (int m = 1; m <= 12; ++m)
        EXPECT_NEAR(half_cell_air_mass(make_stencil("leggy-" + std::to_string(m), 3), WallPosition::half), half[m - 1],
                    6e-7)
            << m;
    EXPECT_NEAR(half_cell_air_mass(make_stencil("leggy-2", 3), WallPosition::half), 1 / std::sqrt(3.0), 1e-9);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("leggy-16", 3), WallPosition::half), .589417, 6e-7);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("leggy-20", 3), WallPosition::half), .589446, 6e-7);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("leggy-4", 3), WallPosition::whole), .181654, 6e-7);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("leggy-20", 3), WallPosition::whole), .199844, 6e-7);
}

TEST(HalfCell, OptimisedValuesMatchTheTable) {
    EXPECT_NEAR(half_cell_air_mass(make_stencil("compact-57-opt", 3), WallPosition::half), .534193, 6e-7);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("compact-57-opt", 3), WallPosition::whole), .066197, 6e-7);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("compact-57-fine", 3), WallPosition::half), .516526, 6e-7);
    EXPECT_NEAR(half_cell_air_mass(make_stencil("compact-33-opt", 3), WallPosition::whole), .147015, 6e-7);
}

TEST(HalfCell, APlanarWaveSeesTheSameWallInTwoDimensions) {
    for (const char* name : {"leggy-4", "compact-57-opt", "box-125-opt"})
        EXPECT_NEAR(half_cell_air_mass(make_stencil(name, 2), WallPosition::half),
                    half_cell_air_mass(make_stencil(name, 3), WallPosition::half), 1e-9)
            << name;
}

TEST(HalfCell, EveryCatalogueStencilIsPassiveWithHalfCellWalls) {
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        const Stencil stencil = make_stencil(entry.name, 3);
        EXPECT_GT(half_cell_air_mass(stencil, WallPosition::half), 0.1) << entry.name;
        // Time-accurate weights made for Courant numbers above 1 are softer than the nearest-neighbour difference.
        if (entry.courant_max > 1.001) continue;
        EXPECT_GE(half_cell_air_mass(stencil, WallPosition::whole), -1e-9) << entry.name;
    }
}

/// A constant slope that a wall ends, mirrored: differences vanish but at the nodes next to the wall, which hold it.
TEST(HalfCell, RippleIsWhatDifferencesMakeOfAKink) {
    constexpr int count = 40;
    for (const char* name : {"leggy-1", "leggy-3", "leggy-8", "compact-57-opt", "compact-123-me6"})
        for (const WallPosition position : {WallPosition::half, WallPosition::whole}) {
            const Stencil stencil = make_stencil(name, 3);
            const std::vector<double> ripple = wall_ripple(stencil, position, count);
            const bool half = position == WallPosition::half;
            const auto pressure = [&](int n) {
                const int away = n >= 0 ? n : half ? -1 - n : -n;
                return away + (half ? 0.5 : 0) + ripple[static_cast<std::size_t>(away)];
            };
            const std::vector<double> a = collapse_to_axis(stencil);
            for (int n = 0; n < count / 2; ++n) {
                double difference = 0;
                for (int m = 1; m <= static_cast<int>(a.size()); ++m)
                    difference +=
                        a[static_cast<std::size_t>(m - 1)] * (pressure(n + m) - 2 * pressure(n) + pressure(n - m));
                EXPECT_NEAR(difference, n > 0 ? 0 : half ? 1 : 2, 1e-6) << name << " " << half << " " << n;
            }
        }
}

TEST(HalfCell, StencilsThatAreNotALaplacianAreRefused) {
    Stencil wrong;
    wrong.name = "wrong";
    wrong.shells = {{1, 0, 0}};
    wrong.a = {0.5};
    EXPECT_THROW(half_cell_air_mass(wrong, WallPosition::half), std::domain_error);
    Stencil negative;  // consistent, but its axis symbol is negative at short waves
    negative.shells = {{1, 0, 0}, {2, 0, 0}};
    negative.a = {-1, 0.5};
    EXPECT_THROW(half_cell_air_mass(negative, WallPosition::half), std::domain_error);
}

}  // namespace
}  // namespace wavesim
