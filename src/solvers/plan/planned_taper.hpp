// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The node of the grid that is nearest to a source in a shot.
Node source_node(const PlanOutline& plan, std::size_t source, std::int64_t shot);

/// Records the taper_lead of a source at a node of a problem if it is the largest so far.
void note_taper_lead(PlanOutline& plan, const TtiProblem& problem, const Node& source);

}  // namespace wavesim
