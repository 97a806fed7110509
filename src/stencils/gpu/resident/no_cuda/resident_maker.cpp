// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_maker.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_resident_cuda_backend(const StencilProblem&, const BackendOptions& options,
                                                           const DecidedResident*) {
    throw KernelError(device_why_not(options.device));
}

void compile_resident_cuda_kernels(const StencilProblem&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

}  // namespace wavesim
