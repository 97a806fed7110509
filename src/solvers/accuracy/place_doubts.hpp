// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Warnings about implausible positions of shots and receivers. Either three or more of one entry or file lie within
/// one cell, or their coordinates times a thousand lie in the domain, too (km instead of m).
std::vector<std::string> place_doubts(const Scene& scene, double spacing_m);

}  // namespace wavesim
