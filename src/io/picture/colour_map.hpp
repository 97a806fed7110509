// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace wavesim {

using Rgb = std::array<std::uint8_t, 3>;

/// sRGB colour of a CIELAB colour (D65); components outside the gamut are clipped.
Rgb srgb_from_lab(double lightness, double a, double b);

/// Diverging map of [-1, 1]: blue for negative values, white at 0, red for positive ones. It is built in CIELAB:
/// lightness falls linearly from 97 to 33, and equal |value| has equal lightness, so it also works in grey. Values
/// outside are clamped.
Rgb diverging_colour(double value);

/// Colours of the signed roots of values: to[i] = diverging_colour(sign(v) sqrt(|v|)) of v = values[i]. As many of
/// both.
void root_colours(std::span<const float> values, std::span<Rgb> to);

inline constexpr Rgb solid_colour{148, 148, 148};
/// Colours around the data: background, text and lines, and lines behind the data.
inline constexpr Rgb paper{255, 255, 255}, ink{40, 40, 40}, faint{205, 205, 205};

}  // namespace wavesim
