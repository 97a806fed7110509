// SPDX-License-Identifier: MIT
#include "stencils/cuda/cuda_backends.hpp"

#include "stencils/cuda/cuda_backend.hpp"
#include "stencils/cuda/tti_cuda_backend.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/layer_slabs.hpp"
#include "stencils/launch/tile_list.hpp"

namespace wavesim {

std::unique_ptr<StencilBackend> make_cuda_backend(KernelForm form, const StencilProblem& problem,
                                                  std::span<const float> density, const BackendOptions& options) {
    if (problem.precision == Precision::float32)
        return std::make_unique<CudaBackend<float>>(problem, density, form, options);
    return std::make_unique<CudaBackend<double>>(problem, density, form, options);
}

void compile_cuda_kernels(KernelForm form, const StencilProblem& problem, const BackendOptions& options) {
    const std::string architecture = device_architecture(options.device);
    const KernelTile tile = tile_named(options.tile, form, problem, shared_limit_of(options.device));
    cached_compile("support", support_source(problem.precision), architecture);
    if (problem.layers.any()) {
        const DeviceLayout layout = device_layout(problem.extent, problem.precision);
        cached_compile("layers", layer_source(problem, plan_layers(problem, layout), LayeredFields::one), architecture);
        for (const LayerSlabs::Slab& slab : plan_slabs(problem, form, layout, shared_limit_of(options.device)).slabs)
            cached_compile(slab_name(slab),
                           bulk_source(problem.stencil, problem.courant, problem.precision, form, slab.tile),
                           architecture);
    }
    cached_compile(bulk_name(form, problem.stencil),
                   bulk_source(problem.stencil, problem.courant, problem.precision, form, tile), architecture);
}

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem& problem, const BackendOptions& options) {
    if (problem.precision == Precision::float32) return std::make_unique<TtiCudaBackend<float>>(problem, options);
    return std::make_unique<TtiCudaBackend<double>>(problem, options);
}

void compile_tti_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    const std::string architecture = device_architecture(options.device);
    cached_compile("support", support_source(problem.precision), architecture);
    cached_compile("tti", tti_source(problem, tti_kernels(problem, shared_limit_of(options.device))), architecture);
}

}  // namespace wavesim
