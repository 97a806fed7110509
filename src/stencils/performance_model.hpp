// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/problem.hpp"

namespace wavesim {

/// Predicted time per node [s] of the bulk step of the CPU backend: the memory time (12 or 24 B/node at the triad
/// rate) plus the arithmetic time of the row kernel for this ISA level and thread count. They add up, since measured
/// kernels hide little of one behind the other.
double predict_cpu_ctpn(const StencilProblem& problem, double triad_bytes_per_s, int threads, const std::string& isa);

}  // namespace wavesim
