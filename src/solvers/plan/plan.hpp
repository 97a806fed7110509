// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"
#include "stencils/backend/proposal.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// A complete plan: its outline with the data of its problem.
struct Plan : PlanOutline {
    Problem problem;    ///< input of the backend, with the shape of the decision
    Proposal proposal;  ///< proposal of the backend
};

}  // namespace wavesim
