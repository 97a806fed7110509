// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "solvers/decision/draft.hpp"
#include "stencils/problem/fluid_code.hpp"

namespace wavesim {

/// The medium of a part of the grid where the density varies, layers included: moduli of the nodes, buoyancies of the
/// faces (cell_average.hpp).
FluidMedium fluid_of_part(const PlanDraft& draft, const NodeBox& part);

/// Codes for the medium of the grid as Medium::storage wants them, found slab by slab; nothing where it wants floats.
std::optional<FluidCode> fluid_code(const PlanDraft& draft);

/// fluid_of_part as the problem holds it.
FluidMedium stored_fluid_of_part(const PlanDraft& draft, const NodeBox& part, const std::optional<FluidCode>& code);

/// The stored medium of the whole grid, made slab by slab.
FluidMedium fluid_of_grid(const PlanDraft& draft, const std::optional<FluidCode>& code);

}  // namespace wavesim
