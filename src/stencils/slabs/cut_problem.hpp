// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/problem.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// The part of a problem that belongs to a slab of its grid, as a separate problem. It has the medium and layers of all
/// planes of the slab, ghost planes included. It has the walls, solids, sources and receivers of the slab's own planes
/// only. Beyond its cuts the pressure is zero. If the ghost planes are correct before a step, the slab's own planes
/// have the bits of the whole problem after it. `steps` is that of cut_slabs(): with 2 the part also has the walls,
/// solids and sources of the ghost planes that it updates itself, and the own planes are correct after two steps.
/// Throws std::invalid_argument if walls are ports, which read several planes.
Problem cut_problem(const Problem& whole, const Slab& slab, std::int64_t steps = 1);

}  // namespace wavesim
