// SPDX-License-Identifier: MIT
#include "stencils/grid/node_boxes.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

/// First planes of the slabs, and the end of the last one.
std::vector<std::int64_t> cuts(const Extent& e, std::int64_t least_nodes) {
    std::vector<std::int64_t> planes;
    for (const NodeBox& slab : slabs_of(e, least_nodes)) {
        EXPECT_EQ(slab.from.x, 0);
        EXPECT_EQ(slab.from.y, 0);
        EXPECT_EQ(slab.to.x, e.nx);
        EXPECT_EQ(slab.to.y, e.ny);
        EXPECT_EQ(slab.from.z, planes.empty() ? 0 : planes.back());
        if (planes.empty()) planes.push_back(slab.from.z);
        planes.push_back(slab.to.z);
    }
    return planes;
}

TEST(SlabsOf, HoldWholePlanesAndTheLastOneTheRest) {
    using Planes = std::vector<std::int64_t>;
    EXPECT_EQ(cuts({7, 3, 10}, 4 * 21), (Planes{0, 4, 8, 10}));
    EXPECT_EQ(cuts({7, 3, 10}, 4 * 21 - 1), (Planes{0, 3, 6, 9, 10}));
    EXPECT_EQ(cuts({7, 3, 3}, 20), (Planes{0, 1, 2, 3})) << "a plane has more nodes than a slab should";
    EXPECT_EQ(cuts({7, 3, 10}, 210), (Planes{0, 10}));
    EXPECT_EQ(cuts({7, 3, 10}, usual_slab_nodes), (Planes{0, 10}));
}

/// 1640 nodes: a 32nd is 51, twelve planes of four nodes.
TEST(SlabsOf, AreA32ndOfALargeGrid) {
    const std::vector<std::int64_t> planes = cuts({2, 2, 410}, 8);
    ASSERT_EQ(planes.size(), 36U);
    EXPECT_EQ(planes[1], 12);
    EXPECT_EQ(planes[34], 408);
    EXPECT_EQ(planes[35], 410);
}

TEST(NodeBoxes, VisitTheNodesOfBothAndCountThoseOfThePart) {
    const NodeBox box{{1, 0, 2}, {9, 4, 5}}, part{{3, 1, 0}, {6, 3, 4}};
    std::vector<std::size_t> places;
    for_each_node(box, part, [&](const Node& node, std::size_t i) {
        EXPECT_EQ(i, static_cast<std::size_t>((node.x - 3) + 3 * (node.y - 1) + 6 * node.z));
        places.push_back(i);
    });
    EXPECT_EQ(places, (std::vector<std::size_t>{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
}

}  // namespace
}  // namespace wavesim
