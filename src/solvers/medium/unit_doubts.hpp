// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// What in a scene is so far from anything usual that a unit was probably forgotten: a question each.
std::vector<std::string> unit_doubts(const Scene& scene);

}  // namespace wavesim
