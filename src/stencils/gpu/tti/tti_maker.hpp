// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/tti/tti_kernels.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit each function reports that.

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem& problem, const TtiKernelChoice& kernels,
                                                      const BackendOptions& options);
void compile_tti_cuda_kernels(const StencilProblem& problem, const TtiKernelChoice& kernels,
                              const BackendOptions& options);

}  // namespace wavesim
