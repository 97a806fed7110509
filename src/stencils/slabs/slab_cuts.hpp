// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/problem_kinds.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// Planes of ghosts that a step of a problem reads beyond those that it moves: what the operator reaches along z, the
/// rows of its corrections, and its receivers, which sum up where their first node lies.
std::int64_t ghost_planes(const StencilProblem& problem);

/// What moving each plane costs, in nodes of the bare step: layers, faces of walls and points cost more.
std::vector<double> plane_costs(const StencilProblem& problem);

/// `count` slabs that hold a problem together. The most expensive one is as cheap as can be. No cut goes through a
/// layer or the nodes that move with it (layer_margin), and each slab has at least ghost_planes() of its own. Ghosts
/// are as many as the operator reaches, and more only at cuts that rows of corrections or receivers cross. Empty where
/// so many slabs do not fit.
std::vector<Slab> cut_slabs(const StencilProblem& problem, std::int64_t count);

/// The most slabs that it can be cut into.
std::int64_t most_slabs(const StencilProblem& problem);

/// Cost of the most expensive slab divided by the mean cost.
double largest_over_mean(const StencilProblem& problem, const std::vector<Slab>& slabs);

}  // namespace wavesim
