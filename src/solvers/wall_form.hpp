// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan.hpp"
#include "solvers/wall_loss.hpp"

namespace wavesim {

/// How the lossy walls of a plan are computed.
WallScheme wall_scheme(const PlanOutline& plan);

}  // namespace wavesim
