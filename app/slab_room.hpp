// SPDX-License-Identifier: MIT
#pragma once
#include "app/ranks/job_link.hpp"
#include "stencils/problem/problem_kinds.hpp"
#include "stencils/ranks/rank_orders.hpp"

namespace wavesim {

/// Throws EnvironmentError (memory) if the host of this rank has too little memory for the slabs of its ranks, which
/// are assumed to be as large as that of this rank.
void expect_room(const StencilProblem& problem, const SlabMaking& making, const JobLink& link);

}  // namespace wavesim
