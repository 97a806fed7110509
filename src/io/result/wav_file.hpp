// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>

namespace wavesim {

/// The bytes of a mono WAV file, 32-bit float. Equal samples give equal bytes.
std::string wav_bytes(std::span<const float> samples, int rate_hz);

/// Peak of the loudest sound file, -1 dB full scale.
inline constexpr double wav_peak = 0.891250938133746;

}  // namespace wavesim
