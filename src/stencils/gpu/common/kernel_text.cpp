// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/kernel_text.hpp"

#include <algorithm>

#include "stencils/gpu/common/support_source.hpp"
#include "stencils/rtc/kernel_file.hpp"

namespace wavesim {

KernelText support_text(Precision precision, const Gpu& gpu) {
    return {"support", support_source(precision), gpu.architecture(), usual_memory};
}

CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu) {
    CompilerMemory most;
    for (const KernelText& text : texts) {
        if (!gpu.cached_kernels.empty() &&
            gpu.cached_kernels.contains(kernel_file(text.name, text.source, text.architecture, gpu.compiler)))
            continue;
        most.kept = std::max(most.kept, text.memory.kept);
        most.peak = std::max(most.peak, text.memory.peak);
    }
    return most;
}

}  // namespace wavesim
