// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <vector>

namespace wavesim {

/// A trace converted from `rate_in_hz` to `rate_out_hz` over its whole length (band-limited, the best quality of
/// libsamplerate); amplitudes stay, sample 0 stays at t = 0, round(size * rate_out / rate_in) samples.
/// Throws std::domain_error when the ratio is outside 1/256 .. 256.
std::vector<float> resample(std::span<const double> trace, double rate_in_hz, double rate_out_hz);

/// The bytes of a mono WAV file, 32-bit float. Equal samples give equal bytes.
std::string wav_bytes(std::span<const float> samples, int rate_hz);

/// Peak of the loudest file, -1 dB full scale.
inline constexpr double wav_peak = 0.891250938133746;

}  // namespace wavesim
