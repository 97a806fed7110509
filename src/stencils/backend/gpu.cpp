// SPDX-License-Identifier: MIT
#include "stencils/backend/gpu.hpp"

#include <utility>

namespace wavesim {

Gpu Gpu::none(std::string why) {
    Gpu gpu;
    gpu.fault = std::move(why);
    return gpu;
}

std::string Gpu::why_not() const {
    // Least major compute capability: asynchronous copies need it.
    constexpr int least_major = 8;
    if (!fault.empty() || capability_major >= least_major) return fault;
    return "GPU " + std::to_string(index) + " (" + name + ") has compute capability " +
           std::to_string(capability_major) + "." + std::to_string(capability_minor) + ", 8.0 or later is needed";
}

std::string Gpu::architecture() const {
    return "sm_" + std::to_string(capability_major) + std::to_string(capability_minor);
}

}  // namespace wavesim
