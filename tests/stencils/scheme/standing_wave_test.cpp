// SPDX-License-Identifier: MIT
#include "stencils/scheme/standing_wave.hpp"

#include <gmock/gmock.h>

#include <numbers>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

TEST(StandingWave, IsFoundWhereNodesNeverTalk) {
    const auto k = standing_wave(make_explicit_stencil({{2, 0, 0}}, {0.25}, 3));

    ASSERT_TRUE(k);
    EXPECT_EQ(wave_text(*k, 3), "[1, 0, 0] pi");
    EXPECT_EQ(wave_text({std::numbers::pi, 0, std::numbers::pi / 2}, 2), "[1, 0.5] pi");
}

TEST(StandingWave, TwoSetsOfTheCatalogueHaveOne) {
    std::vector<std::string> standing;
    for (const CatalogueEntry& entry : stencil_catalogue())
        if (const auto k = standing_wave(make_stencil(entry.name, 3))) {
            standing.push_back(entry.name);
            EXPECT_EQ(wave_text(*k, 3), "[1, 1, 1] pi") << entry.name;
        }
    EXPECT_THAT(standing, testing::ElementsAre("compact-81-opt", "box-125-fine4"));
}

}  // namespace
}  // namespace wavesim
