// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <vector>

namespace wavesim {

// What one trace says; samples in Pa, `step_s` apart, the first at time 0.

/// Largest |p|.
double peak_of(std::span<const double> trace);
/// Integral of p^2 over time, Pa^2 s.
double energy_of(std::span<const double> trace, double step_s);
/// Time of the first sample whose |p| reaches `share` of the peak; NaN for a silent trace.
double arrival_of(std::span<const double> trace, double step_s, double share);

/// The trace in an octave band around `middle_hz`: Butterworth band-pass of order 3 per edge, as IEC 61260 allows, made
/// by the bilinear transform. Empty where the band does not end below half the rate of the samples.
std::vector<double> octave_of(std::span<const double> trace, double step_s, double middle_hz);

}  // namespace wavesim
