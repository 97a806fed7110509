// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit the function reports that.

struct DecidedPasses;

/// Makes the backend for several steps per pass (gpu/temporal/temporal.cuh, in 2D gpu/temporal/temporal_strips.cuh). In
/// 3D it does one step at a time if its blocks cannot all be resident. `decided`: the choice of a plan in 3D, or null.
std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedPasses* decided);
void compile_temporal_cuda_kernels(const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
