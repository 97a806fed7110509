// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/gpu.hpp"

namespace wavesim::test {

/// A GPU that can be used, with the limits of compute capability 9.0 and 80 GiB.
inline Gpu some_gpu() {
    Gpu gpu;
    gpu.fault.clear();
    gpu.name = "some GPU";
    gpu.capability_major = 9;
    gpu.multiprocessors = 132;
    gpu.threads_per_block = 1024;
    gpu.threads_per_multiprocessor = 2048;
    gpu.shared_per_block = 227 << 10;
    gpu.shared_per_multiprocessor = 228 << 10;
    gpu.cache_bytes = std::int64_t{50} << 20;
    gpu.memory_total = gpu.memory_free = std::int64_t{80} << 30;
    gpu.compiler = "13.0";
    return gpu;
}

}  // namespace wavesim::test
