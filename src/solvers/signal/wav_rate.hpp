// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Throws SceneError if the plan's time step is too far from the requested rate of the sound files.
void expect_wav_rate(const PlanOutline& plan);

}  // namespace wavesim
