// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_maker.hpp"

#include "stencils/gpu/common/cuda/make_backend.hpp"
#include "stencils/gpu/tti/cuda/tti_update.hpp"
#include "stencils/gpu/tti/tti_texts.hpp"

namespace wavesim {

namespace {

template <class Real>
std::unique_ptr<StencilBackend> make_tti(const TtiProblem& problem, const TtiKernelChoice& kernels,
                                         const BackendOptions& options) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<TtiUpdate<Real>>(problem, gpu, support,
                                                 kernels(problem, gpu.shared_per_block, options.tile));
    });
}

}  // namespace

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem& problem, const TtiKernelChoice& kernels,
                                                      const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make_tti<float>(problem, kernels, options)
                                                   : make_tti<double>(problem, kernels, options);
}

void compile_tti_cuda_kernels(const StencilProblem& problem, const TtiKernelChoice& kernels,
                              const BackendOptions& options) {
    compile_all(tti_texts(problem, properties_of(options.device), kernels, options.tile));
}

}  // namespace wavesim
