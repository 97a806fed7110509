// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "acoustics/reverberation.hpp"
#include "io/hdf5_reader.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The traces of a result as they are heard: in air that absorbs, where the scene has such air.
std::string heard_dataset(const Hdf5Reader& result);

/// What is at fault with octaves of a result, or thirds, whatever was recorded: grid, pulse or modes. `scene` is the
/// one that ran. Throws EnvironmentError (io) where the plan in the result does not say what is needed.
std::vector<DecayFault> octave_faults(const Scene& scene, const Hdf5Reader& result,
                                      const std::vector<double>& middles_hz, int per_octave = 1);

}  // namespace wavesim
