// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Sentences about shots and receivers that stand where hardly anybody means them. Three or more of one entry or file
/// lie within one cell. Or a thousand times their coordinates lie in the domain, too (km for m).
std::vector<std::string> place_doubts(const Scene& scene, double spacing_m);

}  // namespace wavesim
