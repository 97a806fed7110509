// SPDX-License-Identifier: MIT
#include "solvers/scene/warning_groups.hpp"

#include <gmock/gmock.h>

namespace wavesim {
namespace {

using testing::ElementsAre;

TEST(WarningGroups, OneSentencePerKind) {
    WarningGroups groups;
    groups.add("a", "is silent");
    groups.add("loud", "b", "has 3 W");
    groups.add("loud", "c", "has 4 W");
    groups.add("d", "is silent");
    groups.add("e", "is silent");
    EXPECT_THAT(groups.sentences(), ElementsAre("a is silent; likewise d and e", "b has 3 W; likewise c"));

    groups.add("f", "is silent");
    EXPECT_EQ(groups.sentences()[0], "a is silent; likewise d, e and f");
    groups.add("g", "is silent");
    EXPECT_EQ(groups.sentences()[0], "a is silent; likewise d, e and 2 more");
}

}  // namespace
}  // namespace wavesim
