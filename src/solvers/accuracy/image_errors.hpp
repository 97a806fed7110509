// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Largest error of sound between walls by the speed of waves, over the loudest sound, where the images of the sources
/// are few. Images that are heard at once add up with their signs: in a corner of rigid walls four times as much errs
/// as in the open. `late_per_m`: s, of each tone. Looks at some sources and receivers; 0 where solids, media that vary
/// or very many images are in the way.
double image_errors(const PlanOutline& plan, const std::vector<PulseTone>& tones, const std::vector<double>& late_per_m,
                    double run_m);

}  // namespace wavesim
