// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/plan.hpp"

namespace wavesim {

/// One line of the plan as shown to people: value and unit are ready to print.
struct PlanRow {
    std::string section;  ///< grid, time, stencil, walls, work, outputs
    std::string label;
    std::string value;
    std::string unit;  ///< may be empty
};

/// The plan in rows, sections together and in reading order; warnings are not among them.
std::vector<PlanRow> plan_rows(const Plan& plan);

}  // namespace wavesim
