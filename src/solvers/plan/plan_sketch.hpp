// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/draft.hpp"
#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

/// The problem of a draft without data per node: its lists, and sources that are not fitted to the medium. Reports the
/// same numbers about the medium as the plan of a run, but reads only a slab of planes at a time. Throws like
/// make_plan. Receivers with many nodes have boxes (ReceiverBoxes). It uses up to
/// `threads` threads; the result is the same for any number.
StencilProblem sketch_problem(PlanDraft& draft, int threads);

}  // namespace wavesim
