// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/surface.hpp"

namespace wavesim {

/// Specific admittance rho c / Z of a porous layer before a rigid wall, perhaps with an air gap, at normal incidence.
/// `speed_m_s`: speed of sound in the air. Characteristic impedance and wave number are those of Miki, J. Acoust. Soc.
/// Jpn. (E) 11 (1990) 19, with f in Hz and the flow resistivity sigma in Pa s/m2:
///   Z_c = 1 + 0.070 (f/sigma)^-0.632 - 0.107 i (f/sigma)^-0.632,
///   k = omega/c (1 + 0.109 (f/sigma)^-0.618 - 0.160 i (f/sigma)^-0.618).
std::complex<double> porous_admittance(const PorousLayer& layer, double speed_m_s, double hz);

/// The same from 10 Hz to 40 kHz, 24 frequencies per octave. Where the formulas would give a wall that emits energy,
/// its conductance is set to 0.
std::vector<AdmittancePoint> porous_curve(const PorousLayer& layer, double speed_m_s);

/// Range in which Miki's formulas were measured, in Hz per Pa s/m2.
inline constexpr double least_miki = 0.01, most_miki = 1;

}  // namespace wavesim
