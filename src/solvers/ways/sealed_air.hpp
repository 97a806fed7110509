// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Warnings about receivers without a path through air to any source, and about sources whose sound reaches no
/// receiver, because solids on the grid seal them off. In a survey this must be so in all shots. It uses the cells into
/// which the faces of the solids cut the grid, so that its cost grows with the solids and not with the nodes. No
/// warnings if there are more than `most_cells` of them.
std::vector<std::string> sealed_air_warnings(const PlanDraft& draft,
                                             std::int64_t most_cells = std::numeric_limits<std::int64_t>::max());

}  // namespace wavesim
