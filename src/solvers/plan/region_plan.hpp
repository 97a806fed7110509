// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/plan/backend_choice.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The regions into which the chosen backend cuts the grid of a problem. The cost of layers is divided by nodes among
/// the regions across their axes. Other memory is divided by nodes among all regions, other time by the kernel of each
/// region. `bytes_of_all`: memory of all regions; `ctpn_s`: predicted time per node of a complete step.
std::vector<PlannedRegion> plan_regions(const StencilProblem& problem, const BackendChoice& choice,
                                        const Machine& machine, std::int64_t bytes_of_all, double ctpn_s);

}  // namespace wavesim
