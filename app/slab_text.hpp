// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// Which GPU or rank updates which planes, and the cost of sharing the grid. Empty if one device updates all.
std::vector<ReportRow> slab_lines(const PlanOutline& plan, const Machine& machine);

}  // namespace wavesim
