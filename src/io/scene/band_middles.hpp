// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

namespace wavesim {

/// Nominal middle of a third of an octave in Hz, as tables write it (ISO 266): 0 is 1 Hz, 10 is 10 Hz, 21 is 125 Hz.
double third_middle(int number);
/// The third of an octave with that nominal middle, from 1 Hz to 1 MHz; nothing for other frequencies.
std::optional<int> third_number(double hz);
/// Whether it is the middle third of an octave as well: ... 31.5, 63, 125, 250 Hz ...
bool is_octave_middle(int number);
inline constexpr int thirds_per_octave = 3;

/// Frequencies of bands and tables of walls in scenes.
inline constexpr double least_band_hz = 1, most_band_hz = 1e7;

}  // namespace wavesim
