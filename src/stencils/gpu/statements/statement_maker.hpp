// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit each function reports that.

std::unique_ptr<StencilBackend> make_statement_cuda_backend(const ProgramProblem& problem, const StatementPlan& plan,
                                                            const BackendOptions& options);
void compile_statement_cuda_kernels(const StatementPlan& plan, const BackendOptions& options);

}  // namespace wavesim
