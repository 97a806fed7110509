// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

/// What a node takes of a source: (c_i / c)^2, and kappa_i / c^2 [kg/m3] where the density varies; one over the mass of
/// the node but for a factor.
double source_share(const StencilProblem& problem, std::int64_t node);
double source_share(const DensityProblem& problem, std::int64_t node);

}  // namespace wavesim
