// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_maker.hpp"

#include "stencils/gpu/common/cuda/make_backend.hpp"
#include "stencils/gpu/statements/cuda/program_on_gpu.hpp"
#include "stencils/gpu/statements/statement_texts.hpp"

namespace wavesim {

namespace {

template <class Real>
std::unique_ptr<StencilBackend> make_on_gpu(const ProgramProblem& problem, const StatementPlan& plan, int device) {
    const Gpu gpu = use_gpu(device);
    auto support = std::make_unique<KernelLibrary>("support", support_source(plan.precision()), gpu.architecture());
    return std::make_unique<ProgramOnGpu<Real>>(problem, plan, gpu, std::move(support));
}

}  // namespace

std::unique_ptr<StencilBackend> make_statement_cuda_backend(const ProgramProblem& problem, const StatementPlan& plan,
                                                            const BackendOptions& options) {
    return plan.precision() == Precision::float32 ? make_on_gpu<float>(problem, plan, options.device)
                                                  : make_on_gpu<double>(problem, plan, options.device);
}

void compile_statement_cuda_kernels(const StatementPlan& plan, const BackendOptions& options) {
    compile_all(statement_texts(plan, properties_of(options.device)));
}

}  // namespace wavesim
