// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/walls.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Losses at the absorbing walls of a plan at the highest frequency; empty if the speed varies. Needs the geometry of
/// the plan, its time step and that frequency.
std::vector<WallLoss> planned_wall_losses(const PlanOutline& plan, const WallPlan& walls);

}  // namespace wavesim
