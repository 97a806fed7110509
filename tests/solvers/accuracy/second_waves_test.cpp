// SPDX-License-Identifier: MIT
#include "solvers/accuracy/second_waves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "physics/scene_builder.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

/// Points per wavelength along an axis of the first sound with a second wave, if waves had the speed of sound.
double points(const std::string& stencil, double courant) {
    return 2 * std::numbers::pi * courant / second_waves_from(make_stencil(stencil, 3, courant), courant);
}

/// Against a scan of the same weights in NumPy.
TEST(SecondWaves, BeginWhereTheSymbolFallsAgain) {
    EXPECT_NEAR(points("compact-57-opt", 0.8999), 3.78, 0.02);
    EXPECT_NEAR(points("compact-57-fine", 0.92498), 4.46, 0.02);
    EXPECT_NEAR(points("compact-123-me6", 0.966), 3.54, 0.02);
    EXPECT_NEAR(points("compact-257-me8", 0.97), 4.10, 0.02);
    for (const std::string stencil : {"leggy-1", "leggy-8", "compact-27-iwb"})
        EXPECT_EQ(second_waves_from(make_stencil(stencil, 3, 0.4), 0.4), std::numbers::pi) << stencil;
}

TEST(SecondWaves, AreWarnedOfWhereSourcesReachThem) {
    Scene scene = test::small_room("compact-57-opt");
    const auto warnings = [&](double points_per_wavelength) {
        scene.sources[0].signal.frequency_hz = test::sound_speed / (points_per_wavelength * test::cell);
        return test::plan_of(scene).report.warnings;
    };
    const auto told = testing::Contains(testing::HasSubstr("compact-57-opt also moves a second, shorter wave"));
    // A Ricker has a twentieth of its energy above 1.66 times its peak frequency.
    EXPECT_THAT(warnings(3.78 * 1.6), told);
    EXPECT_THAT(warnings(3.78 * 1.75), testing::Not(told));
    scene.grid.stencil.name = "leggy-4";
    EXPECT_THAT(warnings(3.78 * 1.6), testing::Not(testing::Contains(testing::HasSubstr("shorter wave"))));
}

}  // namespace
}  // namespace wavesim
