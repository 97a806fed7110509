// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/draft.hpp"

namespace wavesim {

/// The problem of a draft without what counts per node: its lists, and sources that do not know the medium. Says of the
/// medium what the plan of a run would, from a slab of planes at a time. Throws as make_plan does. Where
/// receivers have many nodes they have boxes (ReceiverBoxes).
StencilProblem sketch_problem(PlanDraft& draft);

}  // namespace wavesim
