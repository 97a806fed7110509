// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim {

struct DecidedResident;

// Needs the CUDA driver. In a build without the toolkit the functions report that.

/// Makes the backend for a field on chip (gpu/resident/resident.cuh). `decided`: the table of its proposal, or null.
std::unique_ptr<StencilBackend> make_resident_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedResident* decided);
void compile_resident_cuda_kernels(const StencilProblem& problem, const BackendOptions& options);

}  // namespace wavesim
