// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Questions about values of a scene that are so unusual that a unit was probably forgotten.
std::vector<std::string> unit_doubts(const Scene& scene);

}  // namespace wavesim
