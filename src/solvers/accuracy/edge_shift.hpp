// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Distance by which a re-entrant edge of the grid acts as if it stood out further, m. The pressure near an edge
/// behaves as r^(2/3), so that the error is of the order h^(4/3) (Dauge; Strang and Fix, An Analysis of the Finite
/// Element Method, ch. 8). Two edges of a thin wall act like one end of a plate. `thin_m` is the smaller width of the
/// box.
double edge_shift(const PlanOutline& plan, double thin_m, double wave_number_per_m);

}  // namespace wavesim
