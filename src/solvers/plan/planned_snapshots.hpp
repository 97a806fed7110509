// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Snapshots as planned, if requested; needs the time step.
std::optional<PlannedSnapshots> plan_snapshots(const PlanDraft& draft);

}  // namespace wavesim
