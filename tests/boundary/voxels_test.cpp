// SPDX-License-Identifier: MIT
#include "boundary/voxels.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace wavesim {
namespace {

VoxelRoom room_of(Extent extent, int dims = 3) {
    VoxelRoom room;
    room.extent = extent;
    room.dims = dims;
    room.side_surface = {0, 1, 2, 3, 4, 5};
    return room;
}

TEST(Voxels, AnEmptyBoxShowsItsSides) {
    const VoxelRoom room = room_of({4, 5, 6});
    EXPECT_EQ(count_faces(room, 6), (std::vector<std::int64_t>{30, 30, 24, 24, 20, 20}));
    EXPECT_EQ(count_air_nodes(room), 120);
}

TEST(Voxels, ATwoDimensionalRoomHasNoYSides) {
    const VoxelRoom room = room_of({4, 1, 6}, 2);
    EXPECT_EQ(count_faces(room, 6), (std::vector<std::int64_t>{6, 6, 0, 0, 4, 4}));
}

TEST(Voxels, ABoxOnTheFloorHidesPartOfIt) {
    VoxelRoom room = room_of({6, 6, 6});
    fill_box(room, {{1, 1, -5}, {3, 4, 2}}, 6);

    EXPECT_EQ(count_air_nodes(room), 216 - 2 * 3 * 2);
    EXPECT_EQ(count_faces(room, 7), (std::vector<std::int64_t>{36, 36, 36, 36, 30, 36, 2 * 2 * (2 + 3) + 6}));
}

TEST(Voxels, LaterBoxesWinAndBoxesOutsideDoNothing) {
    VoxelRoom room = room_of({3, 3, 3});
    fill_box(room, {{0, 0, 0}, {2, 1, 1}}, 6);
    fill_box(room, {{1, 0, 0}, {9, 1, 1}}, 7);
    fill_box(room, {{3, 0, 0}, {9, 9, 9}}, 8);

    EXPECT_EQ(room.solid[0], 7);
    EXPECT_EQ(room.solid[1], 8);
    EXPECT_EQ(count_air_nodes(room), 24);
    EXPECT_THROW(fill_box(room, {{0, 0, 0}, {1, 1, 1}}, 255), std::domain_error);
}

TEST(Voxels, FacesOfRandomRoomsAreCountedOnce) {
    std::mt19937 random(7);
    for (const Extent extent : {Extent{7, 5, 6}, Extent{1, 4, 3}, Extent{9, 1, 1}}) {
        VoxelRoom room = room_of(extent);
        for (std::uint8_t& node : room.solid = std::vector<std::uint8_t>(static_cast<std::size_t>(extent.nodes())))
            node = random() % 4 == 0 ? static_cast<std::uint8_t>(7 + random() % 2) : std::uint8_t{0};

        std::vector<std::int64_t> expected(8, 0);
        for (std::int64_t i = 0; i < extent.nodes(); ++i) {
            const Node n = node_at(extent, i);
            if (!room.is_air(n.x, n.y, n.z)) continue;
            const std::int64_t step[6][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
            for (std::size_t s = 0; s < 6; ++s) {
                const std::int64_t x = n.x + step[s][0], y = n.y + step[s][1], z = n.z + step[s][2];
                if (!extent.contains(x, y, z))
                    ++expected[room.side_surface[s]];
                else if (!room.is_air(x, y, z))
                    ++expected[room.solid[static_cast<std::size_t>(extent.index(x, y, z))] - 1U];
            }
        }
        EXPECT_EQ(count_faces(room, 8), expected);
    }
}

}  // namespace
}  // namespace wavesim
