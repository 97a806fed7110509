// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// What a careful reader of the plan should know: thin solids, poor resolution, signals beyond max_frequency or
/// with a net volume.
std::vector<std::string> draft_warnings(const PlanDraft& draft);

}  // namespace wavesim
