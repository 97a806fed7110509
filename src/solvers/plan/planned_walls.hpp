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

/// The walls of a room as the medium has them; `factor` is empty where the speed is one. Lowers the Courant number
/// where the walls allow less than the stencil, and reports their method and losses. Throws SceneError where they
/// cannot be.
WallPasses plan_walls(PlanDraft& draft, const BuildWalls& build, const FactorOf& factor);

}  // namespace wavesim
