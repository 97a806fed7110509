// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit the function reports that.

struct DecidedTable;

/// Makes the backend for one launch per step (gpu/whole_step/whole_step.cuh). `decided`: of its proposal; may be null.
std::unique_ptr<StencilBackend> make_whole_step_cuda_backend(const StencilProblem& problem,
                                                             const BackendOptions& options,
                                                             const DecidedTable* decided);
void compile_whole_step_cuda_kernels(const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
