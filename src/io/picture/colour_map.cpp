// SPDX-License-Identifier: MIT
#include "io/picture/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {
namespace {

constexpr int table_half = 120;  // with the colours of text and solids fewer than 256 colours, so pictures have a
                                 // palette
using Table = std::array<Rgb, 2 * table_half + 1>;

/// Inverse of the CIELAB companding function.
double inverse_f(double t) {
    constexpr double d = 6.0 / 29;
    return t > d ? t * t * t : 3 * d * d * (t - 4.0 / 29);
}

std::uint8_t encode(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255 * s));
}

Table make_table() {
    constexpr double white = 97, dark = 33;
    constexpr double blue_hue = 284, red_hue = 34;  // degrees
    Table table{};
    for (int i = -table_half; i <= table_half; ++i) {
        const double v = std::abs(static_cast<double>(i)) / table_half;
        const double hue = (i < 0 ? blue_hue : red_hue) * std::numbers::pi / 180;
        // Chroma as large as the sRGB gamut allows for both hues: it rises to 58 and falls to 49 at the dark end.
        const double chroma =
            58 * std::sin(std::numbers::pi / 2 * std::min(1.0, v / 0.75)) * (1 - 0.15 * std::max(0.0, (v - 0.7) / 0.3));
        table[static_cast<std::size_t>(i + table_half)] =
            srgb_from_lab(white + (dark - white) * v, chroma * std::cos(hue), chroma * std::sin(hue));
    }
    return table;
}

const Table& table() {
    static const Table made = make_table();
    return made;
}

}  // namespace

Rgb srgb_from_lab(double lightness, double a, double b) {
    const double fy = (lightness + 16) / 116;
    const double x = 0.95047 * inverse_f(fy + a / 500);
    const double y = inverse_f(fy);
    const double z = 1.08883 * inverse_f(fy - b / 200);
    return {encode(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
            encode(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
            encode(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

Rgb diverging_colour(double value) {
    const double v = std::isnan(value) ? 0.0 : std::clamp(value, -1.0, 1.0);
    return table()[static_cast<std::size_t>(std::lround(v * table_half) + table_half)];
}

void root_colours(std::span<const float> values, std::span<Rgb> to) {
    const Table& colours = table();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float size = std::abs(values[i]) < 1 ? std::abs(values[i]) : 1.0F;  // not a number: 1, with neither sign
        const int place = (static_cast<int>(std::sqrt(size) * 2 * table_half) + 1) / 2;  // rounded
        const int sign = (values[i] > 0) - (values[i] < 0);
        to[i] = colours[static_cast<std::size_t>(table_half + sign * place)];
    }
}

}  // namespace wavesim
