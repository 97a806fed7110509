// SPDX-License-Identifier: MIT
#include "stencils/scheme/shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wavesim {
namespace {

std::size_t points_of(const std::vector<Shell>& shells) {
    std::size_t count = 1;
    for (const Shell shell : shells) count += shell_points(shell, 3).size();
    return count;
}

TEST(Shell, PointCountsFollowTheSymmetryOfTheCorner) {
    EXPECT_EQ(shell_points({3, 0, 0}, 3).size(), 6u);
    EXPECT_EQ(shell_points({2, 2, 0}, 3).size(), 12u);
    EXPECT_EQ(shell_points({3, 3, 3}, 3).size(), 8u);
    EXPECT_EQ(shell_points({3, 1, 0}, 3).size(), 24u);
    EXPECT_EQ(shell_points({2, 2, 1}, 3).size(), 24u);
    EXPECT_EQ(shell_points({3, 1, 1}, 3).size(), 24u);
    EXPECT_EQ(shell_points({3, 2, 1}, 3).size(), 48u);
}

TEST(Shell, TwoDimensionalPointsLieInTheXzPlane) {
    for (const Offset l : shell_points({2, 1, 0}, 2)) EXPECT_EQ(l.y, 0);

    EXPECT_EQ(shell_points({2, 1, 0}, 2).size(), 8u);
    EXPECT_EQ(shell_points({2, 2, 0}, 2).size(), 4u);
    EXPECT_EQ(shell_points({2, 0, 0}, 2).size(), 4u);
}

TEST(Shell, PointsAreSortedAndLeadBackToTheirShell) {
    for (const Shell shell : compact_shells(22)) {
        const auto points = shell_points(shell, 3);
        EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
        for (const Offset l : points) EXPECT_EQ(shell_of(l), shell);
    }
}

TEST(Shell, FirstTwentyCompactSetsHaveThePublishedSizes) {
    const std::vector<std::size_t> points{7,   19,  27,  33,  57,  81,  93,  123, 147, 171,
                                          179, 203, 251, 257, 305, 341, 365, 389, 437, 461};
    const std::vector<std::size_t> shells{1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21, 22, 23};
    ASSERT_EQ(compact_radii2().size(), points.size());
    for (std::size_t n = 0; n < points.size(); ++n) {
        const auto set = compact_shells(compact_radii2()[n]);
        EXPECT_EQ(points_of(set), points[n]);
        EXPECT_EQ(set.size(), shells[n]);
    }
}

TEST(Shell, FirstTwentyBoxSetsHaveThePublishedSizes) {
    const std::vector<std::size_t> points{7,   19,  27,  33,  57,  81,  93,  117, 125, 131,
                                          155, 179, 203, 251, 275, 287, 311, 335, 343, 349};
    ASSERT_EQ(box_corners().size(), points.size());
    for (std::size_t n = 0; n < points.size(); ++n) {
        EXPECT_EQ(points_of(box_shells(box_corners()[n])), points[n]);
        EXPECT_EQ(box_shells(box_corners()[n]).back(), box_corners()[n]);
    }
}

TEST(Shell, CompactSetsAreSortedByDistanceThenCorner) {
    const std::vector<Shell> expected{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 0, 0}, {2, 1, 0},
                                      {2, 1, 1}, {2, 2, 0}, {2, 2, 1}, {3, 0, 0}};
    EXPECT_EQ(compact_shells(9), expected);
}

TEST(Shell, LeggySetsHaveSixPointsPerArm) {
    for (int m = 1; m <= 20; ++m) EXPECT_EQ(points_of(leggy_shells(m)), static_cast<std::size_t>(6 * m + 1));
}

}  // namespace
}  // namespace wavesim
