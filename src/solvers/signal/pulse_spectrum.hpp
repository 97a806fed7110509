// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <functional>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Amplitude of a source's signal up to `top_hz`, except for a factor; the signal lasts about one period of
/// `typical_hz`. Sampled signals and impulses count as pulses with a flat spectrum in the band of their energy, sines
/// as short ones. Complex frequencies are allowed, for pulses times a growing exponential (Im f > 0, waves exp(-2 pi i
/// f t)).
struct PulseSpectrum {
    double typical_hz;
    double top_hz;
    std::function<std::complex<double>(std::complex<double>)> amplitude;  ///< at f / typical_hz
};

PulseSpectrum pulse_spectrum(const PlanOutline& plan, const SignalRequest& signal);

}  // namespace wavesim
