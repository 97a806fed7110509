// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/problem_kinds.hpp"
#include "stencils/slabs/ghosts_moved.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// Number of ghost planes that a step of a problem reads beyond its own planes. It depends on the reach of the operator
/// along z, on the rows of corrections, and on receivers, which are summed where their first node lies.
std::int64_t ghost_planes(const StencilProblem& problem);

/// Number of planes that the operator reads along z on each side.
std::int64_t reach_along_z(const StencilProblem& problem);

/// Cost of the update of each plane, in nodes of the bare step: layers, faces of walls and points increase it.
std::vector<double> plane_costs(const StencilProblem& problem);

/// Divides a problem into `count` slabs such that the most expensive one is as cheap as possible. No cut lies in a
/// layer or between nodes that are updated with it (layer_margin), and each slab has at least ghost_planes() own
/// planes. The number of ghost planes is the reach of the operator, and larger only at cuts that rows of corrections or
/// receivers cross. `steps` is the number of steps between exchanges, 1 or 2; for 2 each cut has as many ghost planes
/// more as the operator reaches. Empty if so many slabs do not fit.
std::vector<Slab> cut_slabs(const StencilProblem& problem, std::int64_t count, std::int64_t steps = 1);

/// The largest possible number of slabs.
std::int64_t most_slabs(const StencilProblem& problem, std::int64_t steps = 1);

/// Cost of the most expensive slab divided by the mean cost.
double largest_over_mean(const StencilProblem& problem, const std::vector<Slab>& slabs);

}  // namespace wavesim
