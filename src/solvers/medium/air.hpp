// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/scene.hpp"

namespace wavesim {

// Acoustic properties of air from temperature, humidity and pressure.

/// Speed of sound of ideal gases: sqrt(gamma p / rho), with heat capacities of 7/2 gas constants for dry air and 4 for
/// vapour. Within 5e-4 of the measured speeds of Cramer, JASA 93 (1993), 2510, from 0 to 30 degrees.
double sound_speed_of(const Air& air);
/// Density p M / (R T), kg/m3, with the molar masses of CIPM-2007 (Picard et al., Metrologia 45 (2008), 149).
double density_of(const Air& air);
/// Attenuation of pure tones, dB/m: ISO 9613-1, equations 3 to 5; annex B for the vapour pressure.
double attenuation_db_per_m(const Air& air, double frequency_hz);
/// Rate at which air absorbs a tone, 1/s: after a time t its amplitude is multiplied by exp(-rate t).
double absorption_rate(const Air& air, double frequency_hz);

}  // namespace wavesim
