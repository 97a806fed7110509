// SPDX-License-Identifier: MIT
#include "stencils/problem/regions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace wavesim {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(const std::vector<Region>& regions) {
    std::vector<std::string> all;
    for (const Region& region : regions) all.push_back(region.name);
    return all;
}

TEST(Regions, HoldEveryNodeOnce) {
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        const auto draw = [&random](std::int64_t most) { return static_cast<std::int64_t>(random()) % (most + 1); };
        const Extent extent{3 + draw(6), 1 + draw(6), 3 + draw(6)};
        std::array<std::int64_t, 6> margin{};
        for (int axis = 0; axis < 3; ++axis) {
            const std::int64_t most = extent.along(axis) - 1;
            margin[2 * static_cast<std::size_t>(axis)] = draw(most);
            margin[2 * static_cast<std::size_t>(axis) + 1] = draw(most - margin[2 * static_cast<std::size_t>(axis)]);
        }
        const std::vector<Region> regions = regions_of(cut_grid(extent, margin), 2);
        std::int64_t nodes = 0;
        for (const Region& region : regions) nodes += region.nodes();
        EXPECT_EQ(nodes, extent.nodes());
        for (std::int64_t node = 0; node < extent.nodes(); ++node) {
            int holders = 0;
            for (const Region& region : regions) holders += region.holds(node_at(extent, node)) ? 1 : 0;
            ASSERT_EQ(holders, 1);
        }
    }
}

TEST(Regions, SlabsAcrossZReachFromSideToSideAndThoseAcrossXBetweenAllOthers) {
    const CutGrid cut = cut_grid({10, 9, 8}, {2, 3, 1, 0, 2, 2});
    EXPECT_EQ(names(regions_of(cut, 1)), (std::vector<std::string>{"inner", "layers z", "layers y", "layers x"}));
    EXPECT_EQ(cut.inner.extent(), (Extent{5, 8, 4}));
    ASSERT_EQ(cut.slabs[2].size(), 2U);
    EXPECT_EQ(cut.slabs[2][1].extent(), (Extent{10, 9, 2}));
    ASSERT_EQ(cut.slabs[1].size(), 1U);
    EXPECT_EQ(cut.slabs[1][0].extent(), (Extent{10, 1, 4}));
    ASSERT_EQ(cut.slabs[0].size(), 2U);
    EXPECT_EQ(cut.slabs[0][1].from, (Node{7, 1, 2}));
    EXPECT_EQ(cut.slabs[0][1].to, (Node{10, 9, 6}));
}

TEST(Regions, ReceiversBelongToOneAndSourcesToAllThatTheyTouch) {
    const Extent extent{10, 1, 10};
    const std::vector<Region> regions = regions_of(cut_grid(extent, {0, 0, 0, 0, 3, 0}), 1);
    const std::int64_t below = extent.index(4, 0, 2);
    const std::int64_t above = extent.index(4, 0, 3);
    WallPasses walls;
    walls.explicit_walls.nodes = {below, above, above};
    walls.branch_walls.nodes = {below};
    walls.branch_walls.first = {0, 4};
    walls.solids = {{extent.index(0, 0, 2), 7}, {extent.index(0, 0, 9), 2}};
    const std::vector<RegionLists> lists = clip_lists(regions, extent, walls, {{{{below, above}, {0.5, 0.5}}, {1}}},
                                                      {{{above, below}, {1, 0}}, {{below}, {1}}});
    ASSERT_EQ(lists.size(), 2U);
    EXPECT_EQ(lists[0].sources, 1);
    EXPECT_EQ(lists[1].sources, 1);
    EXPECT_EQ(lists[0].receivers, 1);
    EXPECT_EQ(lists[1].receivers, 1);
    EXPECT_EQ(lists[0].wall_faces, 2);
    EXPECT_EQ(lists[1].wall_faces, 5);
    EXPECT_EQ(lists[0].solids, 2);
    EXPECT_EQ(lists[1].solids, 7);
}

}  // namespace
}  // namespace wavesim
