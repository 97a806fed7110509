// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Warnings about a draft: thin solids, poor resolution, signals above max_frequency or with a net volume.
std::vector<std::string> draft_warnings(const PlanDraft& draft);

}  // namespace wavesim
