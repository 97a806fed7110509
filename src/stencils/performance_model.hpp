// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/problem.hpp"

namespace wavesim {

/// Predicted compute time per node [s] of the CPU backend: the larger of the memory time (12 or 24 B/node at the
/// triad rate) and the arithmetic time of the class-sum kernel for this ISA level and thread count.
double predict_cpu_ctpn(const StencilProblem& problem, double triad_bytes_per_s, int threads, const std::string& isa);

}  // namespace wavesim
