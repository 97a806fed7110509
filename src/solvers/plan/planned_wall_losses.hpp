// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/walls.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// What the walls of a plan that absorb make of the sound of the highest frequency; nothing where its speed varies.
/// Needs the geometry of the plan, its time step and that frequency.
std::vector<WallLoss> planned_wall_losses(const PlanOutline& plan, const WallPlan& walls);

}  // namespace wavesim
