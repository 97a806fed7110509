// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan/planned_walls.hpp"
#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

// The walls of a draft in its medium. What a medium lowers or reports is found on the way. A run keeps the values per
// node in `all`; a sketch, whose `all` is null, reads a slab of planes at a time and keeps none. Both throw like
// plan_walls.

/// In a medium of one density. `all`: the factors of all nodes; they stay empty for one speed.
WallPasses walls_of_one_density(PlanDraft& draft, const BuildWalls& build, NodeFactors* all);
/// In a medium whose density varies: `all` gets its fluid and code. The walls have no losses and need not be fitted to
/// the medium.
WallPasses walls_of_densities(PlanDraft& draft, const BuildWalls& build, DensityProblem* all);

}  // namespace wavesim
