// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_maker.hpp"

#include "stencils/gpu/common/cuda/make_backend.hpp"
#include "stencils/gpu/temporal/cuda/strip_update.hpp"
#include "stencils/gpu/temporal/cuda/temporal_update.hpp"
#include "stencils/gpu/temporal/temporal_source.hpp"
#include "stencils/gpu/temporal/temporal_texts.hpp"

namespace wavesim {

namespace {

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

}  // namespace

std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedPasses* decided) {
    return problem.precision == Precision::float32 ? make_temporal<float>(problem, options, decided)
                                                   : make_temporal<double>(problem, options, decided);
}

void compile_temporal_cuda_kernels(const StencilProblem& problem, const BackendOptions& options) {
    compile_all(temporal_texts(problem, properties_of(options.device)));
}

}  // namespace wavesim
