// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <optional>
#include <string>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// The wave that a stencil moves least, where it hardly moves at all: min over k != 0 of -L^(k) / |k|^2, in the limit
/// of small time steps the square of its speed. All but two stencils of the catalogue keep above 0.03; next to a wave
/// that stands still the scan reaches 0.001 or less. What a source gives to such a wave stays where it is.
std::optional<std::array<double, 3>> standing_wave(const Stencil& stencil);

/// Its turn from node to node, e.g. "[1, 1, 1] pi".
std::string wave_text(const std::array<double, 3>& k, int dims);

}  // namespace wavesim
