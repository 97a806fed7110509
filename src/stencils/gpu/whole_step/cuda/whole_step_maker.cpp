// SPDX-License-Identifier: MIT
#include "stencils/gpu/whole_step/whole_step_maker.hpp"

#include "stencils/gpu/common/cuda/make_backend.hpp"
#include "stencils/gpu/whole_step/cuda/whole_step_update.hpp"
#include "stencils/gpu/whole_step/whole_step_source.hpp"

namespace wavesim {

namespace {

template <class Real>
std::unique_ptr<StencilBackend> make_whole_step(const StencilProblem& problem, const BackendOptions& options,
                                                const DecidedTable* decided) {
    return make_backend<Real>(options.device, [&](const Gpu& gpu, const KernelLibrary& support) {
        return std::make_unique<WholeStepUpdate<Real>>(problem, options.tile, decided, gpu, support);
    });
}

}  // namespace

std::unique_ptr<StencilBackend> make_whole_step_cuda_backend(const StencilProblem& problem,
                                                             const BackendOptions& options,
                                                             const DecidedTable* decided) {
    return problem.precision == Precision::float32 ? make_whole_step<float>(problem, options, decided)
                                                   : make_whole_step<double>(problem, options, decided);
}

void compile_whole_step_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    compile_all(whole_step_texts(problem, properties_of(options.device), options.tile));
}

}  // namespace wavesim
