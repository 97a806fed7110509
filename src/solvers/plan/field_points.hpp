// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "solvers/decision/outline.hpp"
#include "solvers/space/point_placer.hpp"

namespace wavesim {

/// The field that receivers record, if it does not lie at the nodes, or does not go on beyond sides like a pressure.
/// Receivers of other fields are placed by PointPlacer.
const equations::Field* field_of_its_own(const Scene& scene);

/// A receiver in such a field, `in_grid` metres from the corner of the grid: the polynomial through the eight nearest
/// values of each axis (Lagrange). Beside sides it is one-sided, so no value beyond a side is needed.
PlacedPoint place_in_field(const PlanOutline& plan, const equations::Field& field, const Point& in_grid,
                           Placement placement);

}  // namespace wavesim
