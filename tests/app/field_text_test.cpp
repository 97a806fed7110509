// SPDX-License-Identifier: MIT
#include "app/field_text.hpp"

#include <gtest/gtest.h>

#include "io/shown_field.hpp"

namespace wavesim {
namespace {

TEST(FieldText, ValuesHaveTheirUnitsIfThereAreSome) {
    EXPECT_EQ(field_value_text(0.00123, "m/s"), "1.23 mm/s");
    EXPECT_EQ(field_value_text(-4500, "Pa"), "-4.50 kPa");
    EXPECT_EQ(field_value_text(0.00123456, no_units), "0.00123 (units not given)");
}

TEST(FieldText, UnitsAreThoseOfTheProgramAndElsePascal) {
    EXPECT_EQ(units_of_plan(R"({"program": {"name": "rock", "units": "m/s"}})"), "m/s");
    for (const char* plan :
         {R"({"program": {"name": "rock"}})", R"({"program": 5})", R"({"units": "m/s"})", "[]", "no"})
        EXPECT_EQ(units_of_plan(plan), "Pa") << plan;
}

}  // namespace
}  // namespace wavesim
