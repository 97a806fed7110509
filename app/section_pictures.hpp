// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Draws the sections of a scene through its first source into a folder, which is made: `section_x.png`,
/// `section_y.png` and `section_z.png`; in two dimensions `section.png`. Returns their names.
std::vector<std::string> write_sections(const std::string& folder, const PlanOutline& plan, const WallPasses& walls);

}  // namespace wavesim
