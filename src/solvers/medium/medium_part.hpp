// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// make_factors, make_modulus and make_buoyancy for the nodes of a part of the grid, layers included.
std::vector<float> factors_of_part(const PlanDraft& draft, const NodeBox& part);
std::vector<float> modulus_of_part(const PlanDraft& draft, const NodeBox& part);
std::vector<float> buoyancy_of_part(const PlanDraft& draft, int axis, const NodeBox& part);

}  // namespace wavesim
