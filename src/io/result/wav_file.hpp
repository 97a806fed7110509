// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <vector>

namespace wavesim {

/// The bytes of a WAV file, 32-bit float. Samples are interleaved: those of all channels at one time, then those of the
/// next. Equal samples give equal bytes.
std::string wav_bytes(std::span<const float> samples, int rate_hz, int channels = 1);

/// Sounds of equal length as one list of samples for wav_bytes.
std::vector<float> interleaved(const std::vector<std::vector<float>>& channels);

/// Peak of the loudest sound file, -1 dB full scale.
inline constexpr double wav_peak = 0.891250938133746;

}  // namespace wavesim
