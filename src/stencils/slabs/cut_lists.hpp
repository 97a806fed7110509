// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "stencils/problem/problem_kinds.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// The shape and the lists of the part of a problem that a slab updates, without its medium: all that proposals need.
/// `steps` is that of cut_problem(). Throws std::invalid_argument if walls are ports, which read several planes.
StencilProblem cut_lists(const StencilProblem& whole, const Slab& slab, std::int64_t steps = 1);

/// Indices of the receivers of the whole problem that belong to the slab, in their order.
std::vector<std::size_t> receivers_of(const StencilProblem& whole, const Slab& slab);

}  // namespace wavesim
