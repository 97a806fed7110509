// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/machine.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

/// Predicted time per node [s] of a whole step in single steps.
/// On a GPU: the values that a step must move at the rate of the triad, wall nodes and layers included, and what the
/// threads of the forms and their launches take besides. Fitted to measurements on compute capability 9.0
/// (docs/performance.md), which it meets within 15 %, on grids that stay in the L2 cache mostly within 20 %. 0 where
/// that rate is not known.
double gpu_ctpn(const RegionForms& forms, const StencilProblem& problem, const Machine& machine);

}  // namespace wavesim
