// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

#include "solvers/decision/outline.hpp"
#include "solvers/space/point_placer.hpp"

namespace wavesim {

/// What points of a plan have around them, which must outlive it.
PointGrid point_grid(const PlanOutline& plan, std::function<bool(const Node&)> is_air);

}  // namespace wavesim
