// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "solvers/decision/draft.hpp"

namespace wavesim {

/// Warnings of receivers that no path of air connects with a source, and of sources whose sound reaches no receiver,
/// because solids on the grid seal them off. In a survey: in none of the shots. Works on the grid cut along the faces
/// of the solids only, so that its cost grows with the solids and not with the nodes; says nothing where they cut it
/// into more than `most_cells`.
std::vector<std::string> sealed_air_warnings(const PlanDraft& draft,
                                             std::int64_t most_cells = std::numeric_limits<std::int64_t>::max());

}  // namespace wavesim
