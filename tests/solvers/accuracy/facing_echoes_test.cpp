// SPDX-License-Identifier: MIT
#include "solvers/accuracy/facing_echoes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::cell;

/// The distance of the receiver from an image that is made by one reflection after the other.
TEST(RepeatedEcho, IsTheWayOfAnImage) {
    const FacingMirrors mirrors{{2, 9}, {2.25, 8.5}, {0, 0.1}, {}};
    for (const bool upper_first : {false, true})
        for (int count = 1; count <= 5; ++count) {
            const RepeatedEcho echo = repeated_echo(mirrors, 3, 7, count, upper_first);
            const auto away = [&](const std::array<double, 2>& at) {
                double image = 3;
                bool upper = upper_first;
                for (int i = 0; i < count; ++i, upper = !upper) image = 2 * at[upper ? 1 : 0] - image;
                return std::abs(image - 7);
            };
            EXPECT_NEAR(echo.asked_m, away(mirrors.asked), 1e-12);
            EXPECT_NEAR(echo.gridded_m, away(mirrors.gridded), 1e-12);
            EXPECT_EQ(echo.mirrored[0] + echo.mirrored[1], count);
            EXPECT_EQ(echo.mirrored[upper_first ? 1 : 0], (count + 1) / 2);
        }
}

/// A street between two walls without end, 40.4 cells wide instead of 40: after n reflections the path is wrong by
/// about 0.4 n, and 2D sound is weaker by the root of the path. Source and receiver lie in the middle.
TEST(FacingError, GrowsWithEveryReflection) {
    const auto error = [](double duration_s, double shift) {
        Scene scene = test::box_scene({120, 1, 60}, "leggy-8", duration_s);
        for (const std::size_t side : {0, 1, 4, 5}) {
            scene.boundaries.kind[side] = SideKind::absorbing;
            scene.boundaries.layer[side].cells = 12;
        }
        scene.sources = {test::ricker({60 * cell, 0, 24 * cell}, 24)};
        scene.receivers = {test::receiver("street", {60 * cell, 0, 36 * cell})};
        scene.solids = {{"left", {20 * cell, 0, 0}, {(40 - shift) * cell, 0, 60 * cell}, {}},
                        {"right", {80 * cell, 0, 0}, {100 * cell, 0, 60 * cell}, {}}};
        const Plan plan = test::plan_of(scene);
        return facing_error(plan, {12 * cell, 12 * cell}, test::sound_speed * duration_s);
    };
    const double per_cell = cell / test::sound_speed, centre = 1.5 * 24 * per_cell;
    const double k = 2 * std::numbers::pi / 24;
    // Sound comes along 12 cells, then along 40 n and 12 across, twice for each n: at once from both sides.
    for (const int n : {1, 2, 4}) {
        double expected = 0;
        for (int m = 1; m <= n; ++m)  // the left wall is hit by half of them, or by one more or less
            expected = std::max(expected, 2 * std::sqrt(12 / std::hypot(12, 40 * m)) * k * 0.4 * m);
        const double found = error(centre + (40 * n + 20) * per_cell, 0.4);
        EXPECT_NEAR(found, expected, 0.25 * expected) << n;
    }
    EXPECT_LT(error(centre + 180 * per_cell, 0), 0.2 * error(centre + 180 * per_cell, 0.4));
}

/// A room turned about its middle plane across y, with walls that stand on one side and go on through its layer, has
/// the same error.
TEST(FacingError, IsThatOfTheMirroredRoom) {
    const auto error = [](bool mirrored) {
        Scene scene = test::box_scene({70, 40, 30}, "leggy-8", 130 * cell / test::sound_speed);
        for (const Side side : all_sides) {
            const auto s = static_cast<std::size_t>(side);
            if (side == (mirrored ? Side::y_min : Side::y_max)) continue;
            scene.boundaries.kind[s] = SideKind::absorbing;
            scene.boundaries.layer[s].cells = 12;
        }
        const auto along_y = [&](double cells) { return (mirrored ? 40 - cells : cells) * cell; };
        const double low = std::min(along_y(0), along_y(10)), high = std::max(along_y(0), along_y(10));
        scene.sources = {test::ricker({35 * cell, along_y(6), 15 * cell}, 16)};
        scene.receivers = {test::receiver("street", {35 * cell, along_y(8), 15 * cell})};
        scene.solids = {{"left", {10 * cell, low, 0}, {19.6 * cell, high, 30 * cell}, {}},
                        {"right", {50 * cell, low, 0}, {60 * cell, high, 30 * cell}, {}}};
        return facing_error(test::plan_of(scene), {2 * cell, 2 * cell}, 130 * cell);
    };
    const double as_it_is = error(false);
    EXPECT_GT(as_it_is, 1e-3);
    EXPECT_NEAR(error(true), as_it_is, 1e-6 * as_it_is);
}

}  // namespace
}  // namespace wavesim
