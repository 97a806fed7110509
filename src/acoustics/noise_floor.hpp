// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>

namespace wavesim {

/// Mean of the squares of at least one sample.
double mean_square(std::span<const double> samples);

/// The sample at which a decay sinks into noise of constant level: where the line through the decay meets the level of
/// the end. Blocks, noise and line are found anew until the place stays (Lundeby, Vigran, Bietz and Vorlaender,
/// Acustica 81 (1995), 344). 0 where no decay rises above the noise, the number of samples where the trace falls to its
/// end.
std::size_t noise_begin(std::span<const double> band, double step_s);

}  // namespace wavesim
