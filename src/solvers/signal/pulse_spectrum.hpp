// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <functional>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Amplitude of a source's signal up to `top_hz`, but for a factor; it lasts about one period of `typical_hz`. Sampled
/// signals and impulses count as pulses of an even spectrum where they have their energy, sines as short ones. It may
/// be asked for at complex frequencies, for pulses times a growing exponential (Im f > 0, waves exp(-2 pi i f t)).
struct PulseSpectrum {
    double typical_hz;
    double top_hz;
    std::function<std::complex<double>(std::complex<double>)> amplitude;  ///< at f / typical_hz
};

PulseSpectrum pulse_spectrum(const PlanOutline& plan, const SignalRequest& signal);

}  // namespace wavesim
