// SPDX-License-Identifier: MIT
// What a point says of its errors; physics/p_wave_point_test.cpp compares points with waves of the scheme.
#include "stencils/tti/p_wave_point.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace wavesim {
namespace {

/// A rock and its mirror images err alike, since directions are tried on both sides of every axis of the grid.
TEST(PWavePoint, MirrorImagesErrAlike) {
    const double angle = 0.5, s = std::sin(angle), c = std::cos(angle);
    for (const double points : {9.0, 12.0}) {
        const PWaveErrors plane = PWavePoint({0.24, 0.1, {s, 0, c}}, 2).errors(points);
        const PWaveErrors mirrored = PWavePoint({0.24, 0.1, {-s, 0, c}}, 2).errors(points);
        const PWaveErrors turned = PWavePoint({0.24, 0.1, {c, 0, s}}, 2).errors(points);
        EXPECT_GT(plane.level, 1e-6);
        EXPECT_GT(plane.second, 1e-6);
        for (const PWaveErrors& other : {mirrored, turned}) {
            EXPECT_NEAR(other.level / plane.level, 1, 1e-9) << points;
            EXPECT_NEAR(other.second / plane.second, 1, 1e-9) << points;
        }
        EXPECT_GT(PWavePoint({0.24, 0.1, {s, 0, c}}, 2).errors(5).level, plane.level) << points;
    }
}

}  // namespace
}  // namespace wavesim
