// SPDX-License-Identifier: MIT
#include "stencils/cuda/cuda_backends.hpp"

#include "stencils/cuda/cuda_backend.hpp"
#include "stencils/cuda/isotropic_update.hpp"
#include "stencils/cuda/strip_update.hpp"
#include "stencils/cuda/temporal_update.hpp"
#include "stencils/cuda/tti_update.hpp"
#include "stencils/cuda/visible_gpus.hpp"
#include "stencils/launch/kernel_source.hpp"
#include "stencils/launch/kernel_texts.hpp"
#include "stencils/launch/temporal_plan.hpp"

namespace wavesim {

namespace {

/// Makes the device the current one.
Gpu use_gpu(int index) {
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
    return properties_of(index);
}

/// `make_update` of the GPU and the kernels of support_source.
template <class Real, class MakeUpdate>
std::unique_ptr<StencilBackend> make_backend(int device, const MakeUpdate& make_update) {
    const Gpu gpu = use_gpu(device);
    auto support = std::make_unique<KernelLibrary>("support", support_source(precision_of<Real>()), gpu.architecture());
    std::unique_ptr<FieldUpdate<Real>> update = make_update(gpu, *support);
    return std::make_unique<CudaBackend<Real>>(gpu.name, std::move(support), std::move(update));
}

template <class Real>
std::unique_ptr<StencilBackend> make_isotropic(const StencilProblem& problem, const DensityProblem* fluid,
                                               const RegionForms& forms, const BackendOptions& options) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<IsotropicUpdate<Real>>(problem, fluid, forms, options.tile, gpu, support);
    });
}

template <class Real>
std::unique_ptr<StencilBackend> make_tti(const TtiProblem& problem, const TtiKernelChoice& kernels,
                                         const BackendOptions& options) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<TtiUpdate<Real>>(problem, gpu, support,
                                                 kernels(problem, gpu.shared_per_block, options.tile));
    });
}

template <class Real>
std::unique_ptr<StencilBackend> make_temporal(const StencilProblem& problem, const BackendOptions& options,
                                              const DecidedPasses* decided) {
    return make_backend<Real>(
        options.device, [&](const Gpu& gpu, const KernelLibrary& support) -> std::unique_ptr<FieldUpdate<Real>> {
            if (problem.stencil.dims == 2) return std::make_unique<StripUpdate<Real>>(problem, gpu, support);
            const TemporalTiling tiling = decided_tiling(decided, problem, gpu);
            auto library = std::make_unique<KernelLibrary>(pass_name(problem.stencil), temporal_source(problem, tiling),
                                                           pass_architecture(gpu));
            return std::make_unique<TemporalUpdate<Real>>(problem, tiling, std::move(library), gpu, support);
        });
}

void compile(const std::vector<KernelText>& texts) {
    for (const KernelText& text : texts) cached_compile(text.name, text.source, text.architecture);
}

}  // namespace

std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms& forms, const StencilProblem& problem,
                                                  const DensityProblem* fluid, const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make_isotropic<float>(problem, fluid, forms, options)
                                                   : make_isotropic<double>(problem, fluid, forms, options);
}

void compile_cuda_kernels(const RegionForms& forms, const StencilProblem& problem, const BackendOptions& options) {
    compile(isotropic_texts(forms, problem, properties_of(options.device), options.tile));
}

std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedPasses* decided) {
    return problem.precision == Precision::float32 ? make_temporal<float>(problem, options, decided)
                                                   : make_temporal<double>(problem, options, decided);
}

void compile_temporal_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    compile(temporal_texts(problem, properties_of(options.device)));
}

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem& problem, const TtiKernelChoice& kernels,
                                                      const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make_tti<float>(problem, kernels, options)
                                                   : make_tti<double>(problem, kernels, options);
}

void compile_tti_cuda_kernels(const StencilProblem& problem, const TtiKernelChoice& kernels,
                              const BackendOptions& options) {
    compile(tti_texts(problem, properties_of(options.device), kernels, options.tile));
}

}  // namespace wavesim
