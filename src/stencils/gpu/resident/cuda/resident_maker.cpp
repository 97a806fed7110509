// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_maker.hpp"

#include "stencils/gpu/common/cuda/make_backend.hpp"
#include "stencils/gpu/resident/cuda/resident_update.hpp"
#include "stencils/gpu/resident/resident_source.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_resident_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedResident* decided) {
    return make_backend<float>(options.device, [&](Gpu gpu, const KernelLibrary& support) {
        gpu.multiprocessors = std::min(gpu.multiprocessors, usable_multiprocessors());
        const std::optional<ResidentTiling> tiling = resident_tiling(problem, gpu);
        if (!tiling)
            throw KernelError(
                "the " + std::to_string(gpu.multiprocessors) +
                " multiprocessors that this process may use cannot hold both levels of the field at once: "
                "choose another backend");
        return std::make_unique<ResidentUpdate>(problem, *tiling, decided, gpu, support);
    });
}

void compile_resident_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    compile_all(resident_texts(problem, properties_of(options.device)));
}

}  // namespace wavesim
