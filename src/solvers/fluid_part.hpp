// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/plan_draft.hpp"
#include "stencils/fluid_medium.hpp"

namespace wavesim {

/// The medium of a part of the grid where the density varies, layers included: rho_i (c_i / c)^2 of the nodes, c the
/// fastest speed, and 2 / (rho_i + rho_{i+1}) of the faces; 1 / rho_i of those on sides of the grid.
FluidMedium fluid_of_part(const PlanDraft& draft, const NodeBox& part);

/// That of the whole grid, made slab by slab.
FluidMedium fluid_of_grid(const PlanDraft& draft);

}  // namespace wavesim
