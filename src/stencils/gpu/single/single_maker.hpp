// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit each function reports that.

/// Makes the backend for single steps. `fluid`: the problem itself where the density varies, for a form for such media;
/// else nullptr. The functions throw KernelError.
std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms& forms, const StencilProblem& problem,
                                                  const DensityProblem* fluid, const BackendOptions& options);
void compile_cuda_kernels(const RegionForms& forms, const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
