// SPDX-License-Identifier: MIT
#include "io/model/units.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wavesim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

double speed(double number, std::string_view word) {
    const ModelUnit unit = model_unit(word).value();
    return value_in_si(number, unit.factor, unit.meaning);
}

TEST(ModelUnits, SlownessesAndTheirSquaresAreSpeeds) {
    EXPECT_DOUBLE_EQ(speed(0.0005, "s/m"), 2000);
    EXPECT_DOUBLE_EQ(speed(0.4, "s/km"), 2500);
    EXPECT_DOUBLE_EQ(speed(125, "us/ft"), 0.3048 / 125e-6);
    EXPECT_DOUBLE_EQ(speed(250, "us/m"), 4000);
    EXPECT_DOUBLE_EQ(speed(0.0625, "s2/km2"), 4000);
    EXPECT_DOUBLE_EQ(speed(1e-6, "s2/m2"), 1000);
    EXPECT_FALSE(model_unit("s/ft2"));
}

/// Speeds as they would come out of a file in the first unit.
TEST(ModelUnits, TellsInWhichUnitNumbersWouldBeUsualSpeeds) {
    const auto likelier = [](std::string_view word, double least, double most) {
        return likelier_speed_units(model_unit(word).value(), least, most);
    };
    EXPECT_THAT(likelier("km/s", 1500, 4500), IsEmpty());
    EXPECT_THAT(likelier("m/s", 330, 345), IsEmpty());
    EXPECT_THAT(likelier("km/s", 49.4, 444), ElementsAre("s2/km2"));         // 1.5 to 4.5 km/s
    EXPECT_THAT(likelier("km/s", 222, 667), ElementsAre("s/km", "s2/km2"));  // 1.5 to 4.5 km/s
    EXPECT_THAT(likelier("m/s", 1.5, 4.5), ElementsAre("km/s", "s2/km2"));
    EXPECT_THAT(likelier("km/s", 1.5e6, 4.5e6), ElementsAre("m/s", "ft/s"));
    EXPECT_THAT(likelier("s/m", 0.22e3, 0.67e3), IsEmpty());  // nothing fits better
    EXPECT_THAT(likelier("m/s", 0.0002, 0.0007), ElementsAre("s/m"));
}

}  // namespace
}  // namespace wavesim
