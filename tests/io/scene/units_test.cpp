// SPDX-License-Identifier: MIT
#include "io/scene/units.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

double value_of(std::string_view text, Dimension dimension) {
    const ParsedQuantity parsed = parse_quantity(text, dimension);
    EXPECT_TRUE(parsed.ok) << text << ": " << parsed.message;
    return parsed.value;
}

TEST(SceneUnits, ReadsEveryUnitToTheNearestDouble) {
    EXPECT_EQ(value_of("5 cm", Dimension::length), 0.05);
    EXPECT_EQ(value_of("5cm", Dimension::length), 0.05);
    EXPECT_EQ(value_of("57 cm", Dimension::length), 0.57);  // 57 * 0.01 is another double
    EXPECT_EQ(value_of("0.1 mm", Dimension::length), 0.0001);
    EXPECT_EQ(value_of("1.5 km", Dimension::length), 1500);
    EXPECT_EQ(value_of("20 ms", Dimension::time), 0.02);
    EXPECT_EQ(value_of("3 us", Dimension::time), 3e-6);
    EXPECT_EQ(value_of("3 µs", Dimension::time), 3e-6);
    EXPECT_EQ(value_of("1 kHz", Dimension::frequency), 1000);
    EXPECT_EQ(value_of("44.1 kHz", Dimension::frequency), 44100);
    EXPECT_EQ(value_of("0.5 MHz", Dimension::frequency), 5e5);
    EXPECT_EQ(value_of("343 m/s", Dimension::speed), 343);
    EXPECT_EQ(value_of("1.48 km/s", Dimension::speed), 1480);
    EXPECT_EQ(value_of("1.2 kg/m3", Dimension::density), 1.2);
    EXPECT_EQ(value_of("1.2 kg/m^3", Dimension::density), 1.2);
    EXPECT_EQ(value_of("1.2 kg/m³", Dimension::density), 1.2);
    EXPECT_EQ(value_of("1 g/cm3", Dimension::density), 1000);
    EXPECT_EQ(value_of("2.65 g/cm^3", Dimension::density), 2650);
    EXPECT_EQ(value_of("7 m", Dimension::length), 7);
    EXPECT_EQ(value_of("7 s", Dimension::time), 7);
    EXPECT_EQ(value_of("7 Hz", Dimension::frequency), 7);
    EXPECT_EQ(value_of("3 \u03BCs", Dimension::time), 3e-6);  // Greek mu
    EXPECT_EQ(value_of("2 kPa m", Dimension::source_strength), 2000);
    EXPECT_EQ(value_of("2 Pa m", Dimension::source_strength), 2);
    EXPECT_EQ(value_of("2 Pa*m", Dimension::source_strength), 2);
    EXPECT_EQ(value_of("2 mPa m", Dimension::source_strength), 0.002);
    EXPECT_EQ(value_of("30 %", Dimension::none), 0.3);
    EXPECT_EQ(value_of("30", Dimension::angle), 30);
    EXPECT_EQ(value_of("30 deg", Dimension::angle), 30);
    EXPECT_EQ(value_of("30°", Dimension::angle), 30);
    EXPECT_DOUBLE_EQ(value_of("0.5 rad", Dimension::angle), 28.64788975654116);
    EXPECT_EQ(value_of("20", Dimension::temperature), 20);
    EXPECT_EQ(value_of("-5 degC", Dimension::temperature), -5);
    EXPECT_EQ(value_of("20 °C", Dimension::temperature), 20);
    EXPECT_DOUBLE_EQ(value_of("293.15 K", Dimension::temperature), 20);
    EXPECT_EQ(value_of("101325 Pa", Dimension::pressure), 101'325);
    EXPECT_EQ(value_of("101.325 kPa", Dimension::pressure), 101'325);
    EXPECT_EQ(value_of("1013.25 hPa", Dimension::pressure), 101'325);
    EXPECT_EQ(value_of("1013.25 mbar", Dimension::pressure), 101'325);
}

TEST(SceneUnits, ReadsEveryWayToWriteANumber) {
    EXPECT_EQ(value_of("7", Dimension::none), 7);
    EXPECT_EQ(value_of("+7", Dimension::none), 7);
    EXPECT_EQ(value_of("-7.25", Dimension::none), -7.25);
    EXPECT_EQ(value_of(".5", Dimension::none), 0.5);
    EXPECT_EQ(value_of("5.", Dimension::none), 5);
    EXPECT_EQ(value_of("1e3", Dimension::none), 1000);
    EXPECT_EQ(value_of("1E+3", Dimension::none), 1000);
    EXPECT_EQ(value_of("2.5e-3 m", Dimension::length), 0.0025);
    EXPECT_EQ(value_of("1e-2 cm", Dimension::length), 0.0001);
    EXPECT_EQ(value_of("  4 m  ", Dimension::length), 4);
    EXPECT_FALSE(std::signbit(value_of("-0", Dimension::none)));
}

TEST(SceneUnits, SaysWhatIsWrong) {
    EXPECT_EQ(parse_quantity("", Dimension::length).rule, Rule::not_a_number);
    EXPECT_EQ(parse_quantity("e5", Dimension::length).rule, Rule::not_a_number);
    EXPECT_EQ(parse_quantity("--5", Dimension::length).rule, Rule::not_a_number);
    EXPECT_EQ(parse_quantity("5 m m", Dimension::length).rule, Rule::unknown_unit);
    EXPECT_EQ(parse_quantity("5 M", Dimension::length).rule, Rule::unknown_unit);
    EXPECT_EQ(parse_quantity("5 s", Dimension::length).rule, Rule::wrong_unit);
    EXPECT_EQ(parse_quantity("-NaN", Dimension::length).rule, Rule::not_finite);
    EXPECT_EQ(parse_quantity("30 degrees", Dimension::angle).message,
              "unknown unit 'degrees' (an angle is needed: deg or rad)");
    EXPECT_EQ(parse_quantity("2e308 km", Dimension::length).rule, Rule::not_finite);
    EXPECT_EQ(parse_quantity("1,5 m", Dimension::length).suggestion, "write a decimal point");
    EXPECT_EQ(parse_quantity("5 khz", Dimension::frequency).suggestion, "did you mean 'kHz'?");
}

}  // namespace
}  // namespace wavesim
