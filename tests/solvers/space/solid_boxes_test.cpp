// SPDX-License-Identifier: MIT
#include "solvers/space/solid_boxes.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

const GridChoice grid{{10, 8, 6}, 0.5, 0};

SurfaceLaw absorbing(double alpha, std::string name = "") {
    SurfaceLaw law;
    law.name = std::move(name);
    law.kind = SurfaceLaw::Kind::absorption;
    law.value = alpha;
    return law;
}

SolidBox box(Point from, Point to) { return {"", from, to, {}}; }

TEST(BoxNodes, CoversTheNodesWhoseCentresItHolds) {
    const auto nodes = box_nodes(grid, 3, box({0.5, 0.26, 0}, {1.5, 0.74, 0.2}));
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->nodes.from, (Node{1, 1, 0}));
    EXPECT_EQ(nodes->nodes.to.x, 3);
    EXPECT_TRUE(nodes->thickened);  // 0.26 to 0.74 holds no centre along y, 0 to 0.2 none along z
    EXPECT_EQ(nodes->nodes.to, (Node{3, 2, 1}));
}

TEST(BoxNodes, AFaceOnACentreTakesItOnceOnly) {
    const auto left = box_nodes(grid, 3, box({0, 0, 0}, {1.25, 4, 3}));
    const auto right = box_nodes(grid, 3, box({1.25, 0, 0}, {2.0, 4, 3}));
    ASSERT_TRUE(left && right);
    EXPECT_EQ(left->nodes.to.x, 2);
    EXPECT_EQ(right->nodes.from.x, 2);
    EXPECT_FALSE(left->thickened);
}

/// 0.165 m is on the centre of node 5 of a grid of 3 cm, though 0.165 / 0.03 rounds to more than 5.5.
TEST(BoxNodes, RoundingMovesNoFaceFromACentre) {
    ASSERT_GT(0.165 / 0.03, 5.5);
    const auto nodes = box_nodes({{30, 30, 30}, 0.03, 0}, 3, box({0.165, 0.12, 0}, {0.3, 0.195, 0.9}));
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->nodes.from, (Node{5, 4, 0}));
    EXPECT_EQ(nodes->nodes.to, (Node{10, 6, 30}));
}

TEST(BoxNodes, IsClippedToTheGrid) {
    const auto nodes = box_nodes(grid, 3, box({-3, 3.5, 1}, {1, 9, 30}));
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->nodes.from, (Node{0, 7, 2}));
    EXPECT_EQ(nodes->nodes.to, (Node{2, 8, 6}));
    EXPECT_FALSE(box_nodes(grid, 3, box({5, 0, 0}, {6, 1, 1})));
    EXPECT_FALSE(box_nodes(grid, 3, box({-2, 0, 0}, {0, 1, 1})));
}

TEST(BoxNodes, IgnoresYInTwoDimensions) {
    const auto nodes = box_nodes({{10, 1, 6}, 0.5, 0}, 2, box({0, 0, 0}, {1, 0, 1}));
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->nodes.to, (Node{2, 1, 2}));
}

TEST(Surfaces, SidesFirstThenEachDifferentSolidSurfaceOnce) {
    Scene scene;
    scene.boundaries.side[4] = absorbing(0.3, "carpet");
    scene.solids = {{"chair", {}, {}, absorbing(0.2)},
                    {"table", {}, {}, absorbing(0.1)},
                    {"stool", {}, {}, absorbing(0.2)},
                    {"sofa", {}, {}, absorbing(0.2, "cloth")}};
    const SurfaceTable table = make_surfaces(scene);
    ASSERT_EQ(table.laws.size(), 9u);
    EXPECT_EQ(table.of_solid, (std::vector<std::size_t>{6, 7, 6, 8}));
    EXPECT_EQ(table.labels[0], "x_min");
    EXPECT_EQ(table.labels[4], "z_min (carpet)");
    EXPECT_EQ(table.labels[6], "chair, stool");
    EXPECT_EQ(table.labels[8], "cloth");
}

TEST(Voxelise, LaterBoxesWin) {
    Scene scene;
    scene.solids = {{"a", {0, 0, 0}, {2, 2, 2}, absorbing(0.2)}, {"b", {1, 1, 1}, {3, 3, 3}, absorbing(0.1)}};
    const VoxelRoom room = voxelise(scene, grid, make_surfaces(scene));
    EXPECT_EQ(room.solid[static_cast<std::size_t>(grid.extent.index(1, 1, 1))], 7);
    EXPECT_EQ(room.solid[static_cast<std::size_t>(grid.extent.index(3, 3, 3))], 8);
    EXPECT_TRUE(room.is_air(6, 6, 5));
    EXPECT_FALSE(voxelise(Scene{}, grid, make_surfaces(Scene{})).has_solids());
}

}  // namespace
}  // namespace wavesim
