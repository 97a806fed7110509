// SPDX-License-Identifier: MIT
#include "stencils/gpu/whole_step/whole_step_maker.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_whole_step_cuda_backend(const StencilProblem&, const BackendOptions& options,
                                                             const DecidedTable*) {
    throw KernelError(device_why_not(options.device));
}

void compile_whole_step_cuda_kernels(const StencilProblem&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

}  // namespace wavesim
