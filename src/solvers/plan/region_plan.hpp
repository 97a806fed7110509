// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/plan/backend_choice.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The regions into which the chosen backend cuts the grid of a problem. What layers take is divided among the regions
/// across their axes by nodes; memory of all else among all regions by nodes, its time by the kernel of each.
/// `bytes_of_all`: memory of all regions; `ctpn_s`: predicted time per node of a whole step.
std::vector<PlannedRegion> plan_regions(const StencilProblem& problem, const BackendChoice& choice,
                                        const Machine& machine, std::int64_t bytes_of_all, double ctpn_s);

}  // namespace wavesim
