// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "stencils/problem.hpp"

namespace wavesim {

/// Predicted time per node [s] of the bulk step of the CPU backend: memory time plus arithmetic time. The memory moves
/// 2 or 3 values per node at the triad rate; the arithmetic is that of the row kernel for this ISA level and thread
/// count. They add up, since measured kernels hide little of one behind the other. `steps_between_looks`: pairs of
/// steps that share their memory traffic end where the field is read.
double predict_cpu_ctpn(const StencilProblem& problem, double triad_bytes_per_s, int threads, const std::string& isa,
                        std::int64_t steps_between_looks = std::numeric_limits<std::int64_t>::max());

/// Predicted time per node [s] of a whole step on a GPU: F (3 values per node at the rate of the triad) times a ratio
/// for backend and stencil, plus the wall nodes. Fitted to measurements on compute capability 9.0
/// (docs/performance.md).
double predict_gpu_ctpn(const StencilProblem& problem, const std::string& backend, double triad_bytes_per_s);

}  // namespace wavesim
