// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/make_backend.hpp"

#include "stencils/rtc/kernel_cache.hpp"

namespace wavesim {

Gpu use_gpu(int index) {
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
    return properties_of(index);
}

void compile_all(const std::vector<KernelText>& texts) {
    for (const KernelText& text : texts) cached_compile(text.name, text.source, text.architecture);
}

}  // namespace wavesim
