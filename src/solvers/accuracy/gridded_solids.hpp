// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A box or sheet of the solids as requested and on the grid, m.
struct GriddedSolid {
    const SolidBox* asked;
    Point from, to;
};

/// The errors of solids are estimated for so many boxes. Of more the nearest ones are taken, whose sound comes first
/// and is loudest; ErrorBudget::solids_left_out says how many are left out.
inline constexpr std::size_t most_judged_solids = 500;

/// The boxes of a plan, which must outlive them; those outside the grid are left out. Of more than most_judged_solids
/// those with the shortest paths from a source via the box to a receiver, in the order of the scene.
std::vector<GriddedSolid> gridded_solids(const PlanOutline& plan);

}  // namespace wavesim
