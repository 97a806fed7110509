// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_maker.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms&, const StencilProblem&, const DensityProblem*,
                                                  const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

void compile_cuda_kernels(const RegionForms&, const StencilProblem&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

}  // namespace wavesim
