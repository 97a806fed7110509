// SPDX-License-Identifier: MIT
#include "solvers/medium/density_lines.hpp"
#include "solvers/scene/model_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace wavesim {
namespace {

constexpr double spacing = 2;
constexpr double slowest = 1500;
constexpr double forever = std::numeric_limits<double>::infinity();

/// 40 x 60 m in 2D, cells of 2 m.
Scene ground() {
    Scene scene;
    scene.dims = 2;
    scene.size_m = {40, 0, 60};
    scene.medium.density_kg_m3 = 1100;
    return scene;
}

Scene layered(Averaging averaging) {
    Scene scene = ground();
    scene.medium.averaging = averaging;
    scene.medium.layers = Medium::Layers{2, {22.6}, {1500, 3000}, {1000, 2600}};
    return scene;
}

TEST(DensityLines, StepsAreWhereTheSceneHasThemOrWhereNodesDo) {
    const Scene averaged = layered(Averaging::cell), sampled = layered(Averaging::node);
    DensityLines asked(averaged, spacing, slowest), gridded(sampled, spacing, slowest);
    const auto expected = [](double step) { return std::vector<LinePiece>{{step, 1000, 1}, {forever, 2600, 2}}; };
    EXPECT_EQ(asked.through({7, 0, 21}, 2, 4), expected(22.6));
    EXPECT_EQ(gridded.through({7, 0, 21}, 2, 4), expected(22));  // the node at 23 m is the first one below
    EXPECT_EQ(asked.density_at({7, 0, 22.3}), 1000);
    EXPECT_EQ(gridded.density_at({7, 0, 22.3}), 2600);
    EXPECT_EQ(asked.through({7, 0, 5}, 2, 4), (std::vector<LinePiece>{{forever, 1, 1}}));
    EXPECT_EQ(asked.through({7, 0, 22.3}, 0, 4), (std::vector<LinePiece>{{forever, 1, 1}}));
}

TEST(DensityLines, ABoxBeginsAndEndsOnALineThroughIt) {
    Scene scene = ground();
    scene.medium.boxes = {{{11.3, 0, 20}, {14.9, 0, 30}, 2250, 2000}};
    DensityLines lines(scene, spacing, scene.medium.sound_speed_m_s);
    const double inside = 2250 / scene.medium.sound_speed_m_s;
    EXPECT_EQ(lines.through({12, 0, 25}, 0, 4),
              (std::vector<LinePiece>{{11.3, 1100, 1}, {14.9, 2000, inside}, {forever, 1100, 1}}));
    EXPECT_EQ(lines.through({12, 0, 31}, 0, 4), (std::vector<LinePiece>{{forever, 1, 1}}));
}

/// Values of 0.2 m, 1000 and 3000 kg/m3 in turn above 30.4 m and 2500 below: waves feel 2000 and 2500.
TEST(DensityLines, ThinPiecesCountByTheirMean) {
    Scene scene = ground();
    scene.medium.sound_speed_m_s = slowest;
    const auto values = std::make_shared<ModelGrid>();
    values->extent = {1, 1, 300};
    values->first_m = {20, 0, 0.1};
    values->spacing_m = {40, 0, 0.2};
    for (int i = 0; i < 300; ++i) values->values.push_back(i >= 152 ? 2500.0F : i % 2 == 0 ? 1000.0F : 3000.0F);
    scene.medium.density_grid = Medium::Grid{.values = values, .content = ""};
    DensityLines lines(scene, spacing, slowest);
    double below_m = 0;
    for (double from = 22; const LinePiece& piece : lines.through({7, 0, 30}, 2, 4)) {
        EXPECT_NEAR(piece.density, from >= 30.4 - 1e-9 ? 2500 : 2000, 400) << from;
        if (piece.density == 2500) below_m += std::min(piece.to, 38.0) - from;
        EXPECT_GE(std::min(piece.to, 38.0) - from, 0.2 - 1e-9);
        from = piece.to;
    }
    EXPECT_NEAR(below_m, 38 - 30.4, 0.5);
}

/// What a source is loud by: between the values of a file, where these fill cells, too.
TEST(DensityLines, TheDensityOfAPointDoesNotDependOnTheGrid) {
    Scene scene = ground();
    const auto values = std::make_shared<ModelGrid>();
    values->extent = {1, 1, 30};
    values->first_m = {20, 0, 1};
    values->spacing_m = {40, 0, 2.6};
    for (int i = 0; i < 30; ++i) values->values.push_back(i % 2 == 0 ? 1000.0F : 1600.0F);
    scene.medium.density_grid = Medium::Grid{.values = values, .content = ""};
    const Point at{7, 0, 1 + 4.25 * 2.6};
    for (const double cell : {0.3, 2.0, 5.0})
        EXPECT_NEAR(DensityLines(scene, cell, slowest).density_at(at), 1150, 0.01) << cell;
    scene.medium.density_grid->resampling = Resampling::nearest;
    for (const double cell : {0.3, 2.0, 5.0})
        EXPECT_EQ(DensityLines(scene, cell, slowest).density_at(at), 1000) << cell;
}

}  // namespace
}  // namespace wavesim
