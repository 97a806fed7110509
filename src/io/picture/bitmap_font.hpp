// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wavesim {

inline constexpr int glyph_width = 9;
inline constexpr int glyph_height = 15;

/// Code points of UTF-8 text.
std::vector<char32_t> decode_utf8(std::string_view text);
/// Whether a pixel of a character's glyph is set; characters outside Latin-1 are shown as '?'.
bool glyph_pixel(char32_t code, int column, int row);

}  // namespace wavesim
