// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "io/picture/section_picture.hpp"
#include "solvers/decision/outline.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// The plane across an axis (0, 1, 2) through the first source of a plan with the solid nodes `solids`. In two
/// dimensions the axis is 1.
SectionView section_view(const PlanOutline& plan, const std::vector<SolidSpan>& solids, int axis);

}  // namespace wavesim
