// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/medium/medium.hpp"

namespace wavesim {

/// Slowest and fastest waves of a scene at its highest frequency, m/s. Where the medium is a program they are found
/// from its symbol, with all values that its parameters have; those of the medium where it has no waves.
SpeedRange wave_speeds(const Scene& scene);

/// What the grid of a program does to its waves at a frequency: how far their speed is off that on a grid eight times
/// as fine, with steps as much shorter.
DispersionReport program_dispersion(const PlanDraft& draft, double frequency_hz);

/// How waves of a program move on its grid along an axis: the slowest and the fastest, a quarter, half and all as short
/// as those of the highest frequency.
std::vector<ProgramWave> program_waves(const PlanDraft& draft);

}  // namespace wavesim
