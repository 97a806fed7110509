// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

#include "solvers/plan.hpp"

namespace wavesim {

/// Amplitude of a source's signal up to `top_hz`, but for a factor; it lasts about one period of `typical_hz`. Sampled
/// signals and impulses count as pulses of an even spectrum where they have their energy, sines as short ones.
struct PulseSpectrum {
    double typical_hz;
    double top_hz;
    std::function<double(double)> amplitude;  ///< at f / typical_hz
};

PulseSpectrum pulse_spectrum(const PlanOutline& plan, const SignalRequest& signal);

}  // namespace wavesim
