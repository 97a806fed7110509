// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_maker.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_statement_cuda_backend(const ProgramProblem&, const StatementPlan&,
                                                            const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

void compile_statement_cuda_kernels(const StatementPlan&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

}  // namespace wavesim
