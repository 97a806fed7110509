// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "acoustics/reverberation.hpp"
#include "io/hdf5_reader.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Name of the dataset of traces: after absorption in air if the scene has such air.
std::string heard_dataset(const Hdf5Reader& result);

/// Faults of octaves or thirds of a result that do not depend on the recording: grid, pulse or modes. `scene` is the
/// scene of the run. Throws EnvironmentError (io) if the plan in the result lacks the necessary data.
std::vector<DecayFault> octave_faults(const Scene& scene, const Hdf5Reader& result,
                                      const std::vector<double>& middles_hz, int per_octave = 1);

}  // namespace wavesim
