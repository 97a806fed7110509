// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim {

// Needs the CUDA driver; a build without the toolkit says so in each.

struct DecidedPasses;

/// Several steps per pass (gpu/temporal/temporal.cuh, in 2D gpu/temporal/temporal_strips.cuh); in 3D one at a time
/// where its blocks cannot all be resident. `decided`: what a plan has decided on in 3D, or null.
std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedPasses* decided);
void compile_temporal_cuda_kernels(const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
