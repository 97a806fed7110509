// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>

namespace wavesim {

/// Mean of the squares of at least one sample.
double mean_square(std::span<const double> samples);

/// The sample at which a decay disappears in noise of constant level: the line through the decay crosses the noise
/// level there. Blocks, noise level and line are computed repeatedly until this sample no longer changes (Lundeby,
/// Vigran, Bietz and Vorlaender, Acustica 81 (1995), 344). 0 if no decay rises above the noise; the number of samples
/// if the trace decays to its end.
std::size_t noise_begin(std::span<const double> band, double step_s);

}  // namespace wavesim
