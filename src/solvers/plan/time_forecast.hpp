// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

/// Seconds of the parts of a run, all shots together; `plan` needs its grid, points and outputs, and
/// predicted_ctpn_s.
TimeForecast forecast_time(const PlanOutline& plan, const PassLists& lists, const BackendEntry& backend,
                           const Machine& machine);

}  // namespace wavesim
