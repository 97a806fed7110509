// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "acoustics/reverberation.hpp"
#include "io/hdf5_reader.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// What is at fault with octaves of a result whatever was recorded: grid, pulse or modes. `scene` is the one that ran.
/// Throws EnvironmentError (io) where the plan in the result does not say what is needed.
std::vector<DecayFault> octave_faults(const Scene& scene, const Hdf5Reader& result,
                                      const std::vector<double>& middles_hz);

}  // namespace wavesim
