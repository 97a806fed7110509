// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_maker.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem&, const TtiKernelChoice&,
                                                      const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

void compile_tti_cuda_kernels(const StencilProblem&, const TtiKernelChoice&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

}  // namespace wavesim
