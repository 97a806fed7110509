// SPDX-License-Identifier: MIT
#include "io/nearest_name.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

const std::vector<std::string> names{"density", "sound_speed", "peak_frequency", "run", "plan"};

TEST(NearestName, FindsTypingMistakes) {
    EXPECT_EQ(nearest_name("densty", names), "density");            // a letter missing
    EXPECT_EQ(nearest_name("denssity", names), "density");          // one too many
    EXPECT_EQ(nearest_name("densitx", names), "density");           // a wrong one
    EXPECT_EQ(nearest_name("dnesity", names), "density");           // two swapped
    EXPECT_EQ(nearest_name("Density", names), "density");           // case
    EXPECT_EQ(nearest_name("urn", names), "run");                   // a swap counts once
    EXPECT_EQ(nearest_name("frequency", names), "peak_frequency");  // a part
    EXPECT_EQ(nearest_name("plans", names), "plan");
    EXPECT_EQ(nearest_name("den", names), "density");  // the beginning
    EXPECT_EQ(nearest_name("tow", {"fixed", "towed"}), "towed");
}

TEST(NearestName, StaysSilentWhenNothingIsNear) {
    EXPECT_EQ(nearest_name("", names), "");
    EXPECT_EQ(nearest_name("viscosity", names), "");
    EXPECT_EQ(nearest_name("xyz", names), "");
    EXPECT_EQ(nearest_name("run", {}), "");
    EXPECT_EQ(nearest_name("de", names), "");
    EXPECT_EQ(nearest_name(std::string(100'000, 'd'), names), "");
}

TEST(NearestName, PrefersTheNearest) {
    EXPECT_EQ(nearest_name("leggy-21", {"leggy-4", "leggy-20", "leggy-2"}), "leggy-20");
    EXPECT_EQ(nearest_name("leggy4", {"leggy-2", "leggy-4"}), "leggy-4");
}

}  // namespace
}  // namespace wavesim
