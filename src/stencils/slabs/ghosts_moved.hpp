// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/problem/problem_kinds.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// Numbers of ghost planes at the cuts of a slab that it updates itself in the first of two steps between exchanges. So
/// the own planes read correct values in the second step.
struct GhostsMoved {
    std::int64_t below = 0;
    std::int64_t above = 0;
};

/// All ghost planes are updated but the outermost ones that the operator reads beyond them. For `steps` 1 none is.
GhostsMoved ghosts_moved(const StencilProblem& problem, const Slab& slab, std::int64_t steps);

}  // namespace wavesim
