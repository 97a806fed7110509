// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "acoustics/reverberation.hpp"
#include "solvers/accuracy/octave_limits.hpp"

namespace wavesim {

/// Faults of bands that do not depend on the recording: grid, pulse or modes.
std::vector<DecayFault> band_faults(const OctaveLimits& limits, const std::vector<double>& middles_hz);

}  // namespace wavesim
