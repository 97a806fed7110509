// SPDX-License-Identifier: MIT
#include "io/picture/colour_map.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace wavesim {
namespace {

/// CIE lightness L* of an sRGB colour, written out independently of the map.
double lightness(Rgb colour) {
    const auto linear = [](std::uint8_t c) {
        const double s = c / 255.0;
        return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

TEST(ColourMap, LabOfKnownColours) {
    EXPECT_EQ(srgb_from_lab(100, 0, 0), (Rgb{255, 255, 255}));
    EXPECT_EQ(srgb_from_lab(0, 0, 0), (Rgb{0, 0, 0}));
    // CIELAB of the sRGB primaries (D65)
    EXPECT_EQ(srgb_from_lab(53.2408, 80.0925, 67.2032), (Rgb{255, 0, 0}));
    EXPECT_EQ(srgb_from_lab(32.2970, 79.1875, -107.8602), (Rgb{0, 0, 255}));
}

TEST(ColourMap, LightnessFallsLinearlyAndEquallyToBothSides) {
    for (double v = 0; v <= 1; v += 1.0 / 16) {
        EXPECT_NEAR(lightness(diverging_colour(v)), 97 - 64 * v, 0.7) << v;
        EXPECT_NEAR(lightness(diverging_colour(-v)), 97 - 64 * v, 0.7) << -v;
    }
}

TEST(ColourMap, BlueBelowRedAboveClampedBeyond) {
    const Rgb low = diverging_colour(-0.8), high = diverging_colour(0.8);
    EXPECT_GT(low[2], low[0] + 80);
    EXPECT_GT(high[0], high[2] + 80);
    EXPECT_EQ(diverging_colour(7), diverging_colour(1));
    EXPECT_EQ(diverging_colour(-7), diverging_colour(-1));
    EXPECT_EQ(diverging_colour(std::numeric_limits<double>::quiet_NaN()), diverging_colour(0));
}

}  // namespace
}  // namespace wavesim
