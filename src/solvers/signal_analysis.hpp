// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "solvers/scene.hpp"

namespace wavesim {

/// When a signal can be heard, s from the start of the run. Pulses: from 0.1 % of the peak to 0.1 % of it.
struct Heard {
    double begin = 0;
    double centre = 0;  ///< of pulses: the delay t0 in use
    double end = 0;     ///< infinite for a sine
};
Heard when_heard(const SignalRequest& signal);

/// Why a signal whose delay was asked for stays silent in a run of that duration, as a sentence without a subject;
/// empty when it sounds. Default delays make no fault: a short trial run of a good scene is no mistake.
std::string why_silent(const SignalRequest& signal, double duration_s);

/// Share of a signal's energy above a frequency, 0 to 1. Closed forms for pulses and sines; 1 for an impulse, which has
/// no upper limit; sampled signals by Fourier transforms of up to 64 blocks of what is played within `duration_s`.
double energy_above(const SignalRequest& signal, double frequency_hz, double duration_s);

}  // namespace wavesim
