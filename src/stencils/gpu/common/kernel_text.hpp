// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

/// A translation unit for the run-time compiler.
struct KernelText {
    std::string name;  ///< start of its file name in the cache; a hash follows
    std::string source;
    std::string architecture;
    CompilerMemory memory = {};  ///< host memory for compiling it first
};

constexpr CompilerMemory mebibytes(std::int64_t kept, std::int64_t peak) { return {kept << 20, peak << 20}; }

// Resident size after compiling and at its peak, minus that with the compiler loaded. Measured with CUDA 13.0 without a
// GPU; tests/kernels/kernel_texts_test.cpp repeats the measurement.
inline constexpr CompilerMemory usual_memory =
    mebibytes(48, 60);  // any sweep or stream, semi-stencils, the kernels of support_source

/// The kernels that every run needs (support_source).
KernelText support_text(Precision precision, const Gpu& gpu);

/// Host memory for compiling the kernels that are not in the GPU's cache (Gpu::cached_kernels). It is the maximum over
/// them, since the compiler frees and reuses memory; 0 if all are in the cache.
CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu);

}  // namespace wavesim
