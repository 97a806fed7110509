// SPDX-License-Identifier: MIT
#pragma once
#include <span>

namespace wavesim {

// Metrics of a single trace. Samples are in Pa, `step_s` apart, the first at time 0.

/// Largest |p|.
double peak_of(std::span<const double> trace);
/// Integral of p^2 over time, Pa^2 s.
double energy_of(std::span<const double> trace, double step_s);
/// Time of the first sample whose |p| reaches the fraction `share` of the peak; NaN for a silent trace.
double arrival_of(std::span<const double> trace, double step_s, double share);

}  // namespace wavesim
