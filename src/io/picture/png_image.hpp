// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "io/picture/colour_map.hpp"

namespace wavesim {

/// The bytes of a PNG file of width x height pixels, row by row from the top, in sRGB. Compressed for speed: a fifth
/// larger than what takes libpng's own choice twice the time. Throws std::runtime_error where memory ends.
std::string png_of_colours(int width, int height, std::span<const Rgb> pixels);
/// The same of numbers of at most 256 colours.
std::string png_of_indices(int width, int height, std::span<const std::uint8_t> pixels, std::span<const Rgb> palette);

}  // namespace wavesim
