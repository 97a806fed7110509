// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/side_kind.hpp"
#include "solvers/decision/outline.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

/// Whether a solid reaches a side of a domain.
bool reaches(const NodeBox& solid, const Extent& domain, Side side);

/// The absorbing layer at a side. A solid that continues through it mirrors sound into it at grazing angles, where
/// layers reflect more. So if the scene gives no target reflection coefficient, it is 1e-7 instead of 1e-6 there, for
/// layers of 20 cells or more and stencils of order 4 or higher. Thinner layers would reflect more of long pulses
/// (docs/validation.md).
LayerProfile layer_at(const PlanOutline& plan, Side side);

}  // namespace wavesim
