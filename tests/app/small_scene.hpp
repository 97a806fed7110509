// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim::test {

/// A rigid box of 20 x 16 x 12 cells that runs in milliseconds.
inline constexpr const char* small_scene = R"(wavesim: 1
name: Small Box
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 10 ms}
boundaries: {default: rigid}
sources:
  - {name: speaker, position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {name: seat, position: [1.5, 1.0, 0.7]}
)";

/// The same with so many steps (1.8 million) that it runs until it is stopped.
inline constexpr const char* endless = "time.duration=300 s";

}  // namespace wavesim::test
