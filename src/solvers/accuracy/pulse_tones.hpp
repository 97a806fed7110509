// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A frequency of a pulse, and what part of the energy of its sound is there; all parts together are 1.
struct PulseTone {
    double hz = 0;
    double share = 0;
};

/// The sound of the source whose pulse reaches highest, far from it, as far as the grid carries it: in a plane (2D) a
/// pulse loses its high frequencies by the root of the frequency. Nothing where all are silent.
std::vector<PulseTone> pulse_tones(const PlanOutline& plan);

/// Root of the energy of the difference between a pulse and the same late, over that of the pulse (Parseval); the delay
/// in s at a frequency. About the largest difference over the peak: both last as long as the pulse.
double error_of_delay(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& delay_s);

/// Its middle frequency, Hz: the mean by energy.
double middle_frequency(const std::vector<PulseTone>& tones);

}  // namespace wavesim
