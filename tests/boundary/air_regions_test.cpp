// SPDX-License-Identifier: MIT
#include "boundary/air_regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace wavesim {
namespace {

/// Regions by flooding the neighbours of each node, one after the other.
std::vector<std::int64_t> flood(const VoxelRoom& room) {
    const Extent& e = room.extent;
    std::vector<std::int64_t> region(static_cast<std::size_t>(e.nodes()), -1);
    std::int64_t count = 0;
    for (std::int64_t start = 0; start < e.nodes(); ++start) {
        const Node first = node_at(e, start);
        if (!room.is_air(first.x, first.y, first.z) || region[static_cast<std::size_t>(start)] >= 0) continue;
        std::vector<Node> todo{first};
        while (!todo.empty()) {
            const Node n = todo.back();
            todo.pop_back();
            if (!room.is_air(n.x, n.y, n.z)) continue;
            auto& mark = region[static_cast<std::size_t>(e.index(n.x, n.y, n.z))];
            if (mark >= 0) continue;
            mark = count;
            for (const int d : {-1, 1}) {
                todo.push_back({n.x + d, n.y, n.z});
                todo.push_back({n.x, n.y + d, n.z});
                todo.push_back({n.x, n.y, n.z + d});
            }
        }
        ++count;
    }
    return region;
}

TEST(AirRegions, AgreeWithAFloodOfRandomRooms) {
    std::mt19937 random(7);
    for (const Extent e : {Extent{9, 7, 8}, Extent{1, 1, 12}, Extent{13, 1, 11}, Extent{2, 15, 3}})
        for (const double solid_share : {0.1, 0.4, 0.65, 0.7, 0.9}) {
            VoxelRoom room;
            room.extent = e;
            std::bernoulli_distribution is_solid(solid_share);
            for (std::int64_t i = 0; i < e.nodes(); ++i)
                room.solid.push_back(static_cast<std::uint8_t>(is_solid(random) ? 3 : 0));
            const AirRegions regions(room);
            const std::vector<std::int64_t> expected = flood(room);
            EXPECT_EQ(regions.count(), *std::max_element(expected.begin(), expected.end()) + 1);
            for (std::int64_t i = 0; i < e.nodes(); ++i)
                ASSERT_EQ(regions.of(node_at(e, i)), expected[static_cast<std::size_t>(i)])
                    << i << " of " << e.nx << "x" << e.ny << "x" << e.nz << ", " << solid_share << " solid";
            std::vector<std::int64_t> by_spans(expected.size(), -1);
            regions.for_each_span([&](std::int64_t y, std::int64_t z, const AirRegions::Span& span) {
                for (std::int64_t x = span.begin; x < span.end; ++x)
                    by_spans[static_cast<std::size_t>(e.index(x, y, z))] = span.region;
            });
            EXPECT_EQ(by_spans, expected);
        }
}

TEST(AirRegions, ARoomWithoutSolidsIsOne) {
    VoxelRoom room;
    room.extent = {3, 4, 5};
    const AirRegions regions(room);
    EXPECT_EQ(regions.count(), 1);
    EXPECT_EQ(regions.of({2, 3, 4}), 0);
    EXPECT_EQ(regions.of({3, 3, 4}), -1);
}

}  // namespace
}  // namespace wavesim
