// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_maker.hpp"

#include "stencils/gpu/common/cuda/make_backend.hpp"
#include "stencils/gpu/single/cuda/isotropic_update.hpp"
#include "stencils/gpu/single/single_texts.hpp"

namespace wavesim {

namespace {

template <class Real>
std::unique_ptr<StencilBackend> make_isotropic(const StencilProblem& problem, const DensityProblem* fluid,
                                               const RegionForms& forms, const BackendOptions& options) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<IsotropicUpdate<Real>>(problem, fluid, forms, options.tile, gpu, support);
    });
}

}  // namespace

std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms& forms, const StencilProblem& problem,
                                                  const DensityProblem* fluid, const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make_isotropic<float>(problem, fluid, forms, options)
                                                   : make_isotropic<double>(problem, fluid, forms, options);
}

void compile_cuda_kernels(const RegionForms& forms, const StencilProblem& problem, const BackendOptions& options) {
    compile_all(isotropic_texts(forms, problem, properties_of(options.device), options.tile));
}

}  // namespace wavesim
