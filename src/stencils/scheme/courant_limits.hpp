// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace wavesim {

/// Largest stable Courant number in 3D of a catalogue stencil whose limit has no closed form. It is the result of
/// StencilAnalysis, rounded down to six decimals, and is tabulated because the analysis would delay the start. For
/// modified-equation weights every smaller Courant number is stable too. 0 for an unknown name.
double tabulated_courant_limit(std::string_view name);

}  // namespace wavesim
