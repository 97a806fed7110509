// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "io/picture/colour_map.hpp"

namespace wavesim {

/// The bytes of a PNG file of width x height pixels, row by row from the top, in sRGB. It is compressed for speed: a
/// fifth larger and twice as fast as with the defaults of libpng. Throws std::runtime_error if memory is exhausted.
std::string png_of_colours(int width, int height, std::span<const Rgb> pixels);
/// The same for indices into a palette of at most 256 colours.
std::string png_of_indices(int width, int height, std::span<const std::uint8_t> pixels, std::span<const Rgb> palette);

}  // namespace wavesim
