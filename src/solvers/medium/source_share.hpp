// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

/// Weight of a source at a node: (c_i / c)^2, or kappa_i / c^2 [kg/m3] if the density varies. It is the inverse mass of
/// the node, up to a factor.
double source_share(const StencilProblem& problem, std::int64_t node);
double source_share(const DensityProblem& problem, std::int64_t node);

}  // namespace wavesim
