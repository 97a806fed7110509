// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

// Needs the CUDA driver; a build without the toolkit says so in each.

/// What runs single steps. `fluid`: the problem itself where the density varies, for a form of
/// such media; else nullptr. Throw KernelError.
std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms& forms, const StencilProblem& problem,
                                                  const DensityProblem* fluid, const BackendOptions& options);
void compile_cuda_kernels(const RegionForms& forms, const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
