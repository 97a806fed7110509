// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "stencils/problem/problem_kinds.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// The shape and the lists of the part of a problem that a slab moves, without its medium: all that proposals ask for.
/// Throws std::invalid_argument where walls are ports, which read several planes.
StencilProblem cut_lists(const StencilProblem& whole, const Slab& slab);

/// Which receivers of the whole problem are those of the slab, in their order.
std::vector<std::size_t> receivers_of(const StencilProblem& whole, const Slab& slab);

}  // namespace wavesim
