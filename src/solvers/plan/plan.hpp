// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"
#include "stencils/backend/proposal.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// What will be done.
struct Plan : PlanOutline {
    Problem problem;    ///< what the backend gets, of the shape decided on
    Proposal proposal;  ///< what it would do
};

}  // namespace wavesim
