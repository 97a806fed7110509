// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace wavesim {

/// Largest stable Courant number in 3D of a catalogue stencil whose limit has no closed form: the result of
/// StencilAnalysis, rounded down to six decimals, kept as a table because start-up must not wait for it.
/// For modified-equation weights every smaller Courant number is stable too. 0 for an unknown name.
double tabulated_courant_limit(std::string_view name);

}  // namespace wavesim
