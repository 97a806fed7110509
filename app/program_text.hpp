// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "app/plan_text.hpp"

namespace wavesim {

/// Fields and parameters of the program of a plan; empty if the medium is not a program.
std::vector<ReportRow> program_lines(const PlanOutline& plan);
/// How the waves of the program propagate on the grid.
std::vector<ReportRow> program_wave_lines(const PlanOutline& plan);

}  // namespace wavesim
