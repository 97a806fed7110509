// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/machine.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

/// Predicted time per node [s] of a whole step in single steps on a GPU. It is the memory traffic of a step at the
/// triad rate, with wall nodes and layers, plus the time of threads and launches. Fitted to measurements on compute
/// capability 9.0 (docs/performance.md). It agrees with them within 15 %, for grids that fit the L2 cache mostly within
/// 20 %. 0 if the triad rate is not known.
double gpu_ctpn(const RegionForms& forms, const StencilProblem& problem, const Machine& machine);

}  // namespace wavesim
