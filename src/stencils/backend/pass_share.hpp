// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Wall nodes that a step visits one by one.
double wall_faces(const StencilProblem& problem);

/// Nodes of the layers of all axes, divided by the nodes of the grid.
double layer_share(const StencilProblem& problem);

}  // namespace wavesim
