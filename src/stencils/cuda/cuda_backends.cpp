// SPDX-License-Identifier: MIT
#include "stencils/cuda/cuda_backends.hpp"

#include "stencils/cuda/cuda_backend.hpp"
#include "stencils/cuda/isotropic_update.hpp"
#include "stencils/cuda/temporal_update.hpp"
#include "stencils/cuda/tti_update.hpp"
#include "stencils/cuda/visible_gpus.hpp"
#include "stencils/launch/kernel_source.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/layer_slabs.hpp"

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
std::unique_ptr<StencilBackend> make_isotropic(const StencilProblem& problem, std::span<const float> density,
                                               const RegionForms& forms, const BackendOptions& options) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<IsotropicUpdate<Real>>(problem, density, forms, options.tile, gpu, support);
    });
}

template <class Real>
std::unique_ptr<StencilBackend> make_tti(const TtiProblem& problem, const BackendOptions& options) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<TtiUpdate<Real>>(problem, gpu, support);
    });
}

}  // namespace

std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms& forms, const StencilProblem& problem,
                                                  std::span<const float> density, const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make_isotropic<float>(problem, density, forms, options)
                                                   : make_isotropic<double>(problem, density, forms, options);
}

void compile_cuda_kernels(const RegionForms& forms, const StencilProblem& problem, const BackendOptions& options) {
    const Gpu gpu = properties_of(options.device);
    const std::string architecture = gpu.architecture();
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const auto compile_bulk = [&](const std::string& name, const KernelForm& form, const KernelTile& tile) {
        cached_compile(name, bulk_source(problem.stencil, problem.courant, problem.precision, form, tile),
                       architecture);
    };
    cached_compile("support", support_source(problem.precision), architecture);
    if (problem.layers.any())
        cached_compile("layers", layer_source(problem, plan_layers(problem, layout), LayeredFields::one), architecture);
    const LayerSlabs slabs =
        forms.cut() ? LayerSlabs{} : plan_slabs(problem, *forms.inner, layout, gpu.shared_per_block);
    for (const LayerSlabs::Slab& slab : slabs.slabs) compile_bulk(slab_name(slab), *forms.inner, slab.tile);
    for (const BulkPart& part : bulk_parts(forms, problem, layout, slabs, options.tile, gpu.shared_per_block))
        compile_bulk(bulk_name(*part.form, problem.stencil), *part.form, part.tile);
}

std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem& problem,
                                                           const BackendOptions& options) {
    return make_backend<float>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<TemporalUpdate>(problem, gpu, support);
    });
}

void compile_temporal_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    const Gpu gpu = properties_of(options.device);
    compile_cuda_kernels({&forms::sweep, &forms::sweep}, problem, options);
    cached_compile(pass_name(problem.stencil), temporal_source(problem, temporal_tiling(problem, gpu.shared_per_block)),
                   gpu.architecture());
}

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem& problem, const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make_tti<float>(problem, options)
                                                   : make_tti<double>(problem, options);
}

void compile_tti_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    const Gpu gpu = properties_of(options.device);
    const std::string architecture = gpu.architecture();
    cached_compile("support", support_source(problem.precision), architecture);
    cached_compile("tti", tti_source(problem, tti_kernels(problem, gpu.shared_per_block)), architecture);
}

}  // namespace wavesim
