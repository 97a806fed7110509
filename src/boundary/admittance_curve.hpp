// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/surface.hpp"

namespace wavesim {

/// Between the points along the logarithm of the frequency, beyond them as the last one. A mean of passive walls is
/// passive.
std::complex<double> curve_at(const std::vector<AdmittancePoint>& curve, double hz);

/// A surface with that admittance, of two or more frequencies that ascend. Its bands are the octaves from 63 Hz on
/// within the curve, or its points where there is none, with what the wall takes of sound from everywhere.
SurfaceLaw law_of_curve(std::vector<AdmittancePoint> curve);

/// Random-incidence absorption of a locally reacting wall of that specific admittance.
double random_absorption_with(std::complex<double> admittance);

}  // namespace wavesim
