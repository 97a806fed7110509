// SPDX-License-Identifier: MIT
#include "app/grid_size.hpp"

#include <gtest/gtest.h>

#include "app/errors.hpp"

namespace wavesim::test {
namespace {

TEST(GridSize, IsOneToThreeNumbersOfNodes) {
    EXPECT_EQ(grid_of_size("7"), (Extent{7, 7, 7}));
    EXPECT_EQ(grid_of_size("7x5"), (Extent{7, 1, 5}));
    EXPECT_EQ(grid_of_size("7x5x100000"), (Extent{7, 5, 100000}));
    for (const char* const wrong :
         {"0", "7x0x5", "-3", "100001", "99999999999999999999", "7x", "7x5x3x2", "7,5", "x", ""})
        EXPECT_THROW(grid_of_size(wrong), UsageError) << wrong;
}

}  // namespace
}  // namespace wavesim::test
