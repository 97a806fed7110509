// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/device_floor.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<TriadRate> make_device_floor(std::int64_t, Precision, int device) {
    throw KernelError(device_why_not(device));
}

}  // namespace wavesim
