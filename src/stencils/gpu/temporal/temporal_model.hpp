// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/machine.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Predicted time per node [s] of a whole step.
/// Several steps per pass over memory, and single ones for what is left where somebody looks at the field. A pass takes
/// the same for every plane that it walks, however many tiles there are. From grids of 300^3 to 2048 x 1400 x 600 nodes
/// on an NVIDIA H200. In 2D a pass takes what the rows of its warps take, or its memory traffic.
double gpu_temporal_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks);

}  // namespace wavesim
