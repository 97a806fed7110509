// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/statements/statement_schedule.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// The schedule that `auto` takes for a program: a row of data by what was measured.
StatementSchedule usual_schedule(const ProgramShape& kind, const ProblemShape& shape);

}  // namespace wavesim
