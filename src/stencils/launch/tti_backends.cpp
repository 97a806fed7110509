// SPDX-License-Identifier: MIT
#include "stencils/launch/tti_backends.hpp"

#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/launch/kernel_texts.hpp"
#include "stencils/launch/tti_launch.hpp"
#include "stencils/performance_model.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim {

namespace {

std::int64_t nothing_kept(const StencilProblem&, const Machine&) { return 0; }

/// Host memory: the parameters of all nodes on their way to the device.
std::int64_t making_bytes(const StencilProblem& problem, const Machine&) {
    const auto arrays = static_cast<std::int64_t>(tti_parameter_count);
    return arrays * tti_device_layout(problem).values * bytes_of(problem.precision);
}

std::string why_not(const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = machine.gpu.why_not(); !reason.empty()) return reason;
    return tti_gpu_why_not(problem);
}

MediumSupport support_by(const TtiKernelChoice& kernels, const decltype(MediumSupport::work)& work,
                         const decltype(MediumSupport::ctpn)& ctpn) {
    return {
        .is_kind = is_kind<TtiShape>,
        .why_not = why_not,
        .bytes = nothing_kept,
        .make =
            [kernels](const Problem& problem, const BackendOptions& options) {
                return make_tti_cuda_backend(std::get<TtiProblem>(problem), kernels, options);
            },
        .work = work,
        .ctpn = ctpn,
        .device_bytes =
            [](const StencilProblem& problem, const Machine& machine) {
                return forecast_tti_bytes(problem, machine.gpu.shared_per_block);
            },
        .compile = [kernels](const StencilProblem& problem,
                             const BackendOptions& options) { compile_tti_cuda_kernels(problem, kernels, options); },
        .compiler_memory =
            [kernels](const StencilProblem& problem, const Machine& machine) {
                return compiler_memory(tti_texts(problem, machine.gpu, kernels), machine.gpu);
            },
        .making_bytes = making_bytes};
}

NodeWork work_in(const StencilProblem& problem, int passes) {
    const TtiWork work = tti_work(tti_form(problem), problem.stencil.dims, passes);
    return {work.points, work.values * bytes_of(problem.precision), "TTI"};
}

}  // namespace

BackendEntry tti_backend() {
    const auto work = [](const StencilProblem& problem) { return work_in(problem, tti_in_one_pass(problem) ? 1 : 2); };
    return {"stream25.tti",
            "GPU: both forms of TTI media, as plane sweeps in 3D",
            {support_by(fastest_tti_kernels, work, gpu_tti_ctpn)},
            "this form is for TTI media"};
}

MediumSupport k73_support(const K73Strategy& strategy, const KernelForm& form) {
    const auto kernels = [&strategy](const StencilProblem& problem, int shared_limit, const std::string& tile) {
        return k73_kernels(strategy, problem, shared_limit, tile);
    };
    MediumSupport support = support_by(
        kernels, [](const StencilProblem& problem) { return work_in(problem, 1); },
        [&form](const StencilProblem& problem, const Machine& machine, std::int64_t) {
            return gpu_k73_ctpn(form, problem, machine);
        });
    support.why_not = [](const StencilProblem& problem, const Machine& machine) {
        std::string reason = why_not(problem, machine);
        return reason.empty() ? k73_why_not(problem) : reason;
    };
    support.tiles = [&strategy](const StencilProblem& problem, const Machine& machine) {
        std::vector<std::string> names;
        for (const KernelTile& tile : k73_tiles(strategy, problem, machine.gpu.shared_per_block))
            names.push_back(to_string(tile));
        return names;
    };
    return support;
}

}  // namespace wavesim
