// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/plan_draft.hpp"

namespace wavesim {

/// make_factors, make_density of the nodes of a part of the grid, layers included.
std::vector<float> factors_of_part(const PlanDraft& draft, const NodeBox& part);
std::vector<float> density_of_part(const PlanDraft& draft, const NodeBox& part);

}  // namespace wavesim
