// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/medium/medium.hpp"

namespace wavesim {

/// Slowest and fastest waves of a scene at its highest frequency, m/s. For programs they follow from the symbol, for
/// all values of the parameters; if it has no waves, the speeds of the medium are used.
SpeedRange wave_speeds(const Scene& scene);

/// Dispersion of the waves of a program at a frequency: their speed relative to that on a grid eight times finer, with
/// correspondingly shorter steps.
DispersionReport program_dispersion(const PlanOutline& plan, double frequency_hz);

/// Waves of a program on its grid along an axis: the slowest and the fastest, with a quarter, half and all of the
/// largest wave number.
std::vector<ProgramWave> program_waves(const PlanOutline& plan);

}  // namespace wavesim
