// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "solvers/decision/draft.hpp"
#include "solvers/plan/backend_choice.hpp"

namespace wavesim {

/// One sentence if several steps per pass are predicted to take less than 0.9 of the time of the chosen single steps.
/// They need walls half a cell beyond the nodes, and `walls: auto` has put them on the nodes. Else empty. `problem`:
/// that of the choice, with its lists. The lists of the other walls are not made: passes are proposed for a small box
/// with the same walls, and their set-up is taken to be proportional to the wall faces.
std::string quicker_with_half_walls(const PlanDraft& draft, const BackendChoice& choice, const StencilProblem& problem,
                                    const Machine& machine, const RunSteps& steps);

}  // namespace wavesim
