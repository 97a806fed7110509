// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>

namespace wavesim {

/// The time of traces: that of the steps of a scheme, or without time dispersion (`time_correction`). A wave of angular
/// frequency w in steps T has the frequency W = (2/T) sin(w T/2) in traces without dispersion, and a decay in steps is
/// cos(w T/2) times as fast there (Koene et al. 2018, Geophys. J. Int. 213, 169). Its group velocity is that of the
/// stencil in continuous time.
enum class TraceTime { steps, corrected };

/// Frequency in steps of a wave of frequency `omega` in traces; both in radians per time unit of the step `time_step`.
inline double omega_in_steps(TraceTime time, double omega, double time_step) {
    if (time == TraceTime::steps) return omega;
    return 2 / time_step * std::asin(std::min(1.0, omega * time_step / 2));
}

}  // namespace wavesim
