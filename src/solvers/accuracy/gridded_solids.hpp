// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A box of the solids as requested and on the grid, m.
struct GriddedSolid {
    const SolidBox* asked;
    Point from, to;
};

/// The errors of solids are estimated for so many boxes. Of more ErrorBudget::solids_not_judged says how many there
/// are.
inline constexpr std::size_t most_judged_solids = 500;

/// The boxes of a plan, which must outlive them; those outside the grid are left out. Empty if there are more than
/// most_judged_solids.
std::vector<GriddedSolid> gridded_solids(const PlanOutline& plan);

}  // namespace wavesim
