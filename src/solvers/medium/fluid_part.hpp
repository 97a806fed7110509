// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "solvers/decision/draft.hpp"
#include "stencils/problem/fluid_code.hpp"

namespace wavesim {

/// The medium of a part of the grid with variable density, layers included: moduli of the nodes, buoyancies of the
/// faces (cell_average.hpp).
FluidMedium fluid_of_part(const PlanDraft& draft, const NodeBox& part);

/// Codes for the medium of the grid in the form that Medium::storage requests, found slab by slab; none for floats.
std::optional<FluidCode> fluid_code(const PlanDraft& draft);

/// fluid_of_part in the stored form of the problem.
FluidMedium stored_fluid_of_part(const PlanDraft& draft, const NodeBox& part, const std::optional<FluidCode>& code);

/// The stored medium of the complete grid, made slab by slab.
FluidMedium fluid_of_grid(const PlanDraft& draft, const std::optional<FluidCode>& code);

}  // namespace wavesim
