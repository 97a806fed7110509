// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Throws SceneError where the plan's time step is too far from the rate of the sound files that its scene asks for.
void expect_wav_rate(const PlanOutline& plan);

}  // namespace wavesim
