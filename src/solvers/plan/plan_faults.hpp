// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Faults of the parts that depend on the grid: points in solids, sources most of whose energy it does not carry,
/// snapshots, the comparison.
void find_point_faults(const PlanDraft& draft, std::vector<Fault>& faults);
void find_aliased_faults(const PlanDraft& draft, std::vector<Fault>& faults);
void find_output_faults(const PlanDraft& draft, std::vector<Fault>& faults);

}  // namespace wavesim
