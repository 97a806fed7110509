// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/schedule.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

constexpr Extent room{760, 532, 342};
constexpr std::int64_t slots = 132;

KernelTile wide_tile(int end_column) {
    KernelTile tile{128, 24, 1, 2, 7, 1, true};
    tile.end_column = end_column;
    return tile;
}

TEST(BlockClock, GivesEachBlockToTheSlotThatIsFreeFirst) {
    BlockClock clock(2);
    for (const double cost : {5.0, 2.0, 2.0, 2.0}) clock.run(cost);
    EXPECT_EQ(clock.end(), 6.0);
}

TEST(Schedule, CoversEveryPlaneOfEveryTileOnce) {
    for (const int end_column : {-1, 3}) {
        const Schedule schedule = choose_schedule(room, wide_tile(end_column), 4, slots);
        const std::int64_t chunks = (room.nz + schedule.chunk - 1) / schedule.chunk;
        EXPECT_EQ(schedule.whole + schedule.left, 6 * 23 * chunks);
        EXPECT_EQ(schedule.whole % slots, 0);
    }
}

/// 44 of 132 blocks finish walls at the ends of rows: a block that took a piece after that would end last.
TEST(Schedule, LeavesPiecesToBlocksWithoutWallsAtTheEndsOfRows) {
    const Schedule alike = choose_schedule(room, wide_tile(-1), 4, slots);
    const Schedule uneven = choose_schedule(room, wide_tile(3), 4, slots);
    EXPECT_GT(alike.blocks() - alike.whole, 88);
    ASSERT_EQ(uneven.chunk, room.nz);
    EXPECT_LE(uneven.blocks() - uneven.whole, 88);
    EXPECT_GT(uneven.blocks() - uneven.whole, 44);
}

/// Of large grids: neighbours that drift apart on a long way read their common rows twice.
TEST(Schedule, KeepsSmallTilesTogetherInShortChunks) {
    const Extent large{1024, 1024, 768};
    KernelTile small{256, 8, 1, 2, 4, 3};
    EXPECT_LE(choose_schedule(large, small, 1, 3 * slots).chunk, 384);
    small.blocks = 1;
    EXPECT_EQ(choose_schedule(large, small, 1, 3 * slots).chunk, large.nz);
}

/// In the cache a step takes as long as the way of a block: all slots get a short one at once.
TEST(Schedule, GivesSmallGridsToManyBlocksAtOnce) {
    const Schedule schedule = choose_schedule({180, 126, 81}, {64, 16, 1, 1, 4, 3}, 1, 3 * slots);
    EXPECT_EQ(schedule.whole, 0);
    EXPECT_LE(schedule.piece, 6);
    EXPECT_LE(schedule.blocks(), 3 * slots);
    EXPECT_GT(schedule.blocks(), 2 * slots);
    EXPECT_GE(choose_schedule({20, 20, 4}, {64, 16, 1, 1, 4, 3}, 1, 3 * slots).piece, 2);
}

}  // namespace
}  // namespace wavesim
