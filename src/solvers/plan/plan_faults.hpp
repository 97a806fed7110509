// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Finds faults that depend on the grid: points in solids, sources with most of their energy above the range of the
/// grid, snapshots, the comparison.
void find_point_faults(const PlanDraft& draft, std::vector<Fault>& faults);
void find_aliased_faults(const PlanDraft& draft, std::vector<Fault>& faults);
void find_output_faults(const PlanDraft& draft, std::vector<Fault>& faults);

}  // namespace wavesim
