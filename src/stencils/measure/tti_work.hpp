// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/problem.hpp"

namespace wavesim {

/// What a TTI form does per node and step.
struct TtiWork {
    int points = 0;           ///< nodes that it reads around one
    std::int64_t values = 0;  ///< that must be read or written when everything else stays in caches
    double flops = 0;         ///< of the GPU's kernels in 3D by their formulas, a fused multiply-add as two; 0 in 2D
};

/// Six parameters, and two fields that are read, read and written. A GPU does self_adjoint in two passes, which write
/// and read six fluxes and share nothing else but the fields: 11 and 15 values.
TtiWork tti_work(TtiForm form, int dims, bool on_gpu);

/// Gives every node of a TTI problem its own speed, its own parameters (epsilon 0.12 to 0.28, delta below it) and its
/// own axis, which is tilted by 20 to 40 degrees, all smooth over 64 nodes along every axis.
void fill_varied_medium(StencilProblem& problem);

}  // namespace wavesim
