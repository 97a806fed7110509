// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

namespace wavesim {

/// Nominal centre frequency of a third-octave band in Hz, as in tables (ISO 266): number 0 is 1 Hz, 10 is 10 Hz, 21 is
/// 125 Hz.
double third_middle(int number);
/// Number of the third-octave band with this nominal centre frequency, from 1 Hz to 1 MHz; no value for other
/// frequencies.
std::optional<int> third_number(double hz);
/// Whether it is also the centre of an octave band: ... 31.5, 63, 125, 250 Hz ...
bool is_octave_middle(int number);
inline constexpr int thirds_per_octave = 3;

/// Range of the frequencies of bands and wall tables in scenes.
inline constexpr double least_band_hz = 1, most_band_hz = 1e7;

}  // namespace wavesim
