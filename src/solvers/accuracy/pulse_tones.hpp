// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A frequency of a pulse, and the fraction of the sound energy at it; all fractions add up to 1.
struct PulseTone {
    double hz = 0;
    double share = 0;
};

/// Far-field sound of the source with the highest frequencies, up to the limit of the grid. In 2D its amplitude is
/// reduced by the square root of the frequency. `count` tones at equal distances. Empty if all sources are silent.
std::vector<PulseTone> pulse_tones(const PlanOutline& plan, std::size_t count = 12);

/// Root of the energy of the difference between a pulse and its delayed copy, relative to the energy of the pulse
/// (Parseval); the delay in s depends on frequency. It is about the largest difference relative to the peak, since both
/// last as long as the pulse.
double error_of_delay(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& delay_s);

/// Middle frequency, Hz: the mean weighted by energy.
double middle_frequency(const std::vector<PulseTone>& tones);

}  // namespace wavesim
