// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/scene.hpp"

namespace wavesim {

// What air is to sound, from temperature, humidity and pressure.

/// Of ideal gases: sqrt(gamma p / rho), the heat capacities of dry air and of vapour being 7/2 and 4 gas constants.
/// Within 5e-4 of the measured speeds of Cramer, JASA 93 (1993), 2510, from 0 to 30 degrees.
double sound_speed_of(const Air& air);
/// p M / (R T), kg/m3, with the molar masses of CIPM-2007 (Picard et al., Metrologia 45 (2008), 149).
double density_of(const Air& air);
/// Attenuation of pure tones, dB/m: ISO 9613-1, equations 3 to 5; annex B for the vapour.
double attenuation_db_per_m(const Air& air, double frequency_hz);
/// Rate at which a tone loses its amplitude on its way, 1/s: exp(-rate t) is left after a time t.
double absorption_rate(const Air& air, double frequency_hz);

}  // namespace wavesim
