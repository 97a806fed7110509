// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// What a plan says of its program: fields and parameters; nothing where the medium is none.
std::vector<ReportRow> program_lines(const PlanOutline& plan);
/// How its waves move on the grid.
std::vector<ReportRow> program_wave_lines(const PlanOutline& plan);

}  // namespace wavesim
