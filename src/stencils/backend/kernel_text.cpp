// SPDX-License-Identifier: MIT
#include "stencils/backend/kernel_text.hpp"

#include <algorithm>

#include "stencils/rtc/kernel_file.hpp"

namespace wavesim {

bool in_cache(const KernelText& text, const Gpu& gpu) {
    return !gpu.cached_kernels.empty() &&
           gpu.cached_kernels.contains(kernel_file(text.name, text.source, text.architecture, gpu.compiler));
}

CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu) {
    CompilerMemory most;
    for (const KernelText& text : texts) {
        if (in_cache(text, gpu)) continue;
        most.kept = std::max(most.kept, text.memory.kept);
        most.peak = std::max(most.peak, text.memory.peak);
    }
    return most;
}

}  // namespace wavesim
