// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit the functions report that.

/// Makes the backend for a field on chip (gpu/resident/resident.cuh).
std::unique_ptr<StencilBackend> make_resident_cuda_backend(const StencilProblem& problem,
                                                           const BackendOptions& options);
void compile_resident_cuda_kernels(const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
