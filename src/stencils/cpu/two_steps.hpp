// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/problem.hpp"

namespace wavesim::cpu {

/// Whether two time steps are done per sweep over memory (panel_walk.hpp): nothing needs a sweep of its own before each
/// step, every thread owns a slab that is thick enough, and no correction reads further away than the stencil does. The
/// backend and the forecast of its time ask the same.
bool takes_two_steps(const StencilProblem& problem, const FieldLayout& layout,
                     const std::vector<std::vector<Tile>>& tiles_of_threads);

}  // namespace wavesim::cpu
