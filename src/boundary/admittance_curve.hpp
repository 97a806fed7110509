// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/surface.hpp"

namespace wavesim {

/// Admittance at a frequency: interpolated along the logarithm of the frequency, constant beyond the last points. A
/// mean of passive walls is passive.
std::complex<double> curve_at(const std::vector<AdmittancePoint>& curve, double hz);

/// A surface with that admittance, given at two or more ascending frequencies. Its bands are the octaves from 63 Hz on
/// within the curve, or the points of the curve where it contains no octave. Their values are random-incidence
/// absorption.
SurfaceLaw law_of_curve(std::vector<AdmittancePoint> curve);

/// Random-incidence absorption of a locally reacting wall of that specific admittance.
double random_absorption_with(std::complex<double> admittance);

}  // namespace wavesim
