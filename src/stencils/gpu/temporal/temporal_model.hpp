// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/machine.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Predicted time per node [s] of a whole step: several steps per pass over memory, and single steps for the remainder
/// before each field check. In 3D a pass needs the same time for every plane, however many tiles there are. Fitted to
/// grids of 300^3 to 2048 x 1400 x 600 nodes on an NVIDIA H200. In 2D a pass needs the longer of two times: that of the
/// rows of its warps and that of its memory traffic.
double gpu_temporal_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks);

}  // namespace wavesim
