// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

/// A translation unit for the run-time compiler.
struct KernelText {
    std::string name;  ///< of its file in the cache, which has more behind it
    std::string source;
    std::string architecture;
    CompilerMemory memory = {};  ///< what compiling it first takes
};

constexpr CompilerMemory mebibytes(std::int64_t kept, std::int64_t peak) { return {kept << 20, peak << 20}; }

// Resident size after compiling and at its peak, less that with the compiler loaded; CUDA 13.0, measured without a GPU.
// tests/kernels/kernel_texts_test.cpp measures again.
inline constexpr CompilerMemory usual_memory =
    mebibytes(48, 60);  // any sweep or stream, semi-stencils, the kernels of every run

/// The kernels of every run (support_source).
KernelText support_text(Precision precision, const Gpu& gpu);

/// What the run-time compiler takes for those that are not in the GPU's cache (Gpu::cached_kernels): the most of any,
/// since it gives back and takes again; 0 where all are there.
CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu);

}  // namespace wavesim
