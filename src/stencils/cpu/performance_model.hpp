// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/backend.hpp"

namespace wavesim {

// Predicted time per node [s] of a whole step, per kind of medium.

/// On a CPU: the memory time (2 or 3 values per node at the triad rate) plus the arithmetic time of the row kernel for
/// this ISA level and thread count. The times are added, since kernels were measured to overlap them little.
/// `steps_between_looks`: pairs of steps that share their memory traffic end at field checks.
double cpu_scalar_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks);
double cpu_density_ctpn(const StencilProblem& problem, const Machine& machine);
double cpu_tti_ctpn(const StencilProblem& problem, const Machine& machine);

}  // namespace wavesim
