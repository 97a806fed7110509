// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "stencils/backend/machine.hpp"
#include "stencils/problem/problem_kinds.hpp"
#include "stencils/slabs/slab_plan.hpp"

namespace wavesim {

/// The backend of ranks, which are processes that share a grid.
inline constexpr const char* backend_of_ranks = "cpu";

/// Divides a grid among `count` ranks, each on a machine like this one, with memory and time of each rank. Throws
/// EnvironmentError (device) if so many cannot share the grid; the message says how many can. `backend` is the
/// requested one. The lists of walls and points may be missing.
SlabPlan share_among_ranks(const StencilProblem& problem, const std::string& backend, const Machine& machine,
                           std::int64_t count, std::int64_t steps_between_looks);

}  // namespace wavesim
