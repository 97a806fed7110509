// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

#include "solvers/decision/outline.hpp"
#include "solvers/space/point_placer.hpp"

namespace wavesim {

/// The surroundings of the points of a plan, which must outlive the result.
PointGrid point_grid(const PlanOutline& plan, std::function<bool(const Node&)> is_air);

}  // namespace wavesim
