// SPDX-License-Identifier: MIT
// A sheet through a room makes two rooms: one sounds as it does alone, and the other is silent to rounding.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim::test {
namespace {

constexpr std::int64_t divide = 12;  ///< cells

/// A room with losses and its source, 12 cells long or behind a sheet 20 cells long.
Scene half_of_a_room(const std::string& stencil, bool is_divided, WallForm walls) {
    Scene scene = box_scene({is_divided ? 20 : divide, 14, 10}, stencil, 0.15);
    for (std::size_t side = 0; side < 6; ++side)
        scene.boundaries.side[side] = admittance(0.02 + 0.03 * static_cast<double>(side));
    scene.boundaries.walls = walls;
    const SurfaceLaw law = scene.boundaries.side[1];
    if (is_divided) {
        SolidBox sheet;
        sheet.name = "divide";
        sheet.across = 0;
        sheet.from = {divide * cell, 0, 0};
        sheet.to = {divide * cell, scene.size_m.y, scene.size_m.z};
        sheet.surface = law;
        sheet.upper = admittance(0.3);
        scene.solids = {sheet};
    }
    scene.sources = {ricker({4.3 * cell, 5.2 * cell, 3.1 * cell}, 14)};
    scene.receivers = {receiver("far", {3.1 * cell, 9.4 * cell, 6.2 * cell}),
                       receiver("at the sheet", {11.8 * cell, 6.3 * cell, 4.7 * cell})};
    scene.receivers[1].placement = Placement::nearest_node;  // between nodes it depends on the law of all solids
    if (is_divided) scene.receivers.push_back(receiver("behind", {12.6 * cell, 6.3 * cell, 4.7 * cell}));
    return scene;
}

struct Differences {
    double here = 0;    ///< between the room alone and that beside the sheet, of the loudest sound
    double behind = 0;  ///< loudest sound behind the sheet
};

Differences differences(const std::string& stencil, WallForm walls, Precision precision) {
    const auto traces = [&](bool is_divided) {
        return run(plan_of(half_of_a_room(stencil, is_divided, walls), precision));
    };
    const std::vector<double> alone = traces(false), beside = traces(true);
    EXPECT_EQ(alone.size() / 2, beside.size() / 3);
    double loudest = 0;
    Differences found;
    for (std::size_t n = 0; n < alone.size() / 2; ++n) {
        for (const std::size_t r : {0U, 1U}) {
            loudest = std::max(loudest, std::abs(alone[2 * n + r]));
            found.here = std::max(found.here, std::abs(alone[2 * n + r] - beside[3 * n + r]));
        }
        found.behind = std::max(found.behind, std::abs(beside[3 * n + 2]));
    }
    EXPECT_GT(loudest, 0.01);
    return {found.here / loudest, found.behind / loudest};
}

TEST(DividedRoom, SoundsAsTheRoomAlone) {
    for (const auto& [stencil, walls] : {std::pair{"leggy-1", WallForm::half},
                                         {"leggy-4", WallForm::half},
                                         {"compact-27-iwb", WallForm::half},
                                         {"compact-57-fine", WallForm::half},
                                         {"leggy-4", WallForm::vertex},
                                         {"compact-57-fine", WallForm::vertex}}) {
        const Differences exact = differences(stencil, walls, Precision::float64);
        EXPECT_LE(exact.here, 1e-11) << stencil;
        EXPECT_LE(exact.behind, 1e-14) << stencil;
    }
    EXPECT_EQ(differences("leggy-1", WallForm::half, Precision::float64).behind, 0);
}

TEST(DividedRoom, IsSilentBehindTheSheetInFloat) {
    for (const char* stencil : {"leggy-1", "leggy-4", "compact-27-iwb", "compact-57-fine"}) {
        const Differences rounded = differences(stencil, WallForm::half, Precision::float32);
        EXPECT_LE(rounded.behind, 1e-6) << stencil;  // -120 dB
    }
}

}  // namespace
}  // namespace wavesim::test
