// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A box of the solids as requested and on the grid, m.
struct GriddedSolid {
    const SolidBox* asked;
    Point from, to;
};

/// The boxes of a plan, which must outlive them; those outside the grid are left out. Empty if there are more than 500.
std::vector<GriddedSolid> gridded_solids(const PlanOutline& plan);

}  // namespace wavesim
