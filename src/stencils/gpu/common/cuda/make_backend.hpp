// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <vector>

#include "stencils/gpu/common/cuda/cuda_backend.hpp"
#include "stencils/gpu/common/support_source.hpp"
#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"

namespace wavesim {

/// Makes the device the current one and returns its facts.
Gpu use_gpu(int index);

/// Makes a backend from the kernels of support_source and the update that `make_update` returns for the GPU.
template <class Real, class MakeUpdate>
std::unique_ptr<StencilBackend> make_backend(int device, const MakeUpdate& make_update) {
    const Gpu gpu = use_gpu(device);
    auto support = std::make_unique<KernelLibrary>("support", support_source(precision_of<Real>()), gpu.architecture());
    std::unique_ptr<FieldUpdate<Real>> update = make_update(gpu, *support);
    return std::make_unique<CudaBackend<Real>>(gpu.name, std::move(support), std::move(update));
}

/// Compiles the texts into the cache.
void compile_all(const std::vector<KernelText>& texts);

}  // namespace wavesim
