// SPDX-License-Identifier: MIT
#pragma once
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

    bool operator==(const KernelText& other) const {
        return name == other.name && source == other.source && architecture == other.architecture;
    }
};

/// True if the compiled text is in the GPU's cache (Gpu::cached_kernels).
bool in_cache(const KernelText& text, const Gpu& gpu);

/// Host memory for compiling the kernels that are not in the GPU's cache. It is the maximum over them, since the
/// compiler frees and reuses memory; 0 if all are in the cache.
CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu);

}  // namespace wavesim
