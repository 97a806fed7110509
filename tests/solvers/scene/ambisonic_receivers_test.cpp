// SPDX-License-Identifier: MIT
#include "solvers/scene/ambisonic_receivers.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

ReceiverRequest ear(double x, std::optional<Point> eight = {}) {
    return {.name = "ear", .position = {x, 1, 2}, .key = "", .eight = eight};
}

TEST(AmbisonicReceivers, AreFourChannelsAtOnePlaceInTheirOrder) {
    const Point x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    using Indices = std::vector<std::size_t>;
    EXPECT_EQ(ambisonic_receivers({ear(3), ear(3, y), ear(3, z), ear(3, x)}), Indices{0});
    EXPECT_EQ(ambisonic_receivers(
                  {ear(3), ear(3), ear(3, y), ear(3, z), ear(3, x), ear(4), ear(4, y), ear(4, z), ear(4, x), ear(5)}),
              (Indices{1, 5}));
    EXPECT_EQ(ambisonic_receivers({ear(3), ear(3, x), ear(3, y), ear(3, z)}), Indices{}) << "another order";
    EXPECT_EQ(ambisonic_receivers({ear(3), ear(3, y), ear(3.1, z), ear(3, x)}), Indices{}) << "another place";
    EXPECT_EQ(ambisonic_receivers({ear(3), ear(3, y), ear(3, {{0, 0, -1}}), ear(3, x)}), Indices{}) << "downwards";
    EXPECT_EQ(ambisonic_receivers({ear(3), ear(3, y), ear(3, z)}), Indices{});
}

}  // namespace
}  // namespace wavesim
