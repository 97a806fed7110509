// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>

#include "boundary/walls.hpp"
#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Builds the walls of the scene for a Courant number.
using BuildWalls = std::function<WallPlan(double courant)>;
/// (c_i / c)^2 of a node.
using FactorOf = std::function<float(std::int64_t node)>;

/// The walls of a room with the medium at them; `factor` is empty for constant speed. Lowers the Courant number if the
/// limit of the walls is below that of the stencil. Reports the method and losses of the walls. Throws SceneError if
/// they are impossible.
WallPasses plan_walls(PlanDraft& draft, const BuildWalls& build, const FactorOf& factor);

}  // namespace wavesim
