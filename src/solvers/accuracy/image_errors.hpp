// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Largest error of sound between walls due to the wave speed, relative to the loudest sound, for rooms with few image
/// sources. Images that arrive together are added with their signs: in a corner of rigid walls the error is four times
/// that in free field. `late_per_m`: delay of each tone, s per metre. Only some sources and receivers are examined. 0
/// with solids, variable media or very many images.
double image_errors(const PlanOutline& plan, const std::vector<PulseTone>& tones, const std::vector<double>& late_per_m,
                    double run_m);

}  // namespace wavesim
