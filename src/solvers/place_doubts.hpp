// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene.hpp"

namespace wavesim {

/// Sentences about sources, shots and receivers that stand where hardly anybody means them: three or more of one entry
/// or file within one cell, or all of them so close to the origin that a thousand times their coordinates would lie in
/// the domain, too (km for m).
std::vector<std::string> place_doubts(const Scene& scene, double spacing_m);

}  // namespace wavesim
