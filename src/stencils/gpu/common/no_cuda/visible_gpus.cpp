// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/visible_gpus.hpp"

#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::string cuda_why_not() { return "this program was built without the CUDA toolkit"; }

std::vector<Gpu> visible_gpus() { return {}; }

std::string device_why_not(int index) { return "GPU " + std::to_string(index) + " cannot be used: " + cuda_why_not(); }

Gpu open_gpu(int index) { throw KernelError(device_why_not(index)); }

Gpu first_gpu() { return Gpu::none(cuda_why_not()); }

}  // namespace wavesim
