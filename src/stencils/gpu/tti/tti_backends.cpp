// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_backends.hpp"

#include "stencils/gpu/tti/tti_launch.hpp"
#include "stencils/gpu/tti/tti_maker.hpp"
#include "stencils/gpu/tti/tti_model.hpp"
#include "stencils/gpu/tti/tti_texts.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim {

namespace {

/// Host memory: the parameters of a plane of nodes before they are copied to the device.
std::int64_t making_bytes(const StencilProblem& problem) {
    const auto arrays = static_cast<std::int64_t>(tti_parameter_count);
    return arrays * tti_device_layout(problem).plane * bytes_of(problem.precision);
}

std::string why_not(const Inquiry& asked) {
    if (std::string reason = asked.machine.gpu.why_not(); !reason.empty()) return reason;
    return tti_gpu_why_not(asked.problem);
}

/// The common part of the proposals for all strategies.
Proposal proposal_of(const Inquiry& asked, const TtiKernelChoice& kernels, double ctpn_s) {
    return {.making_bytes = making_bytes(asked.problem),
            .device_bytes = forecast_tti_bytes(asked),
            .ctpn_s = ctpn_s,
            .texts = tti_texts(asked.problem, asked.machine.gpu, kernels)};
}

MediumSupport support_by(const TtiKernelChoice& kernels, const decltype(MediumSupport::propose)& propose,
                         const decltype(MediumSupport::work)& work) {
    return {
        .is_kind = is_kind<TtiShape>,
        .propose = propose,
        .open = [kernels](
                    const Problem& problem, const BackendOptions& options,
                    const Proposal&) { return make_tti_cuda_backend(std::get<TtiProblem>(problem), kernels, options); },
        .work = work,
        .compile = [kernels](const StencilProblem& problem,
                             const BackendOptions& options) { compile_tti_cuda_kernels(problem, kernels, options); },
        .slabs = true};
}

NodeWork work_in(const StencilProblem& problem, int passes) {
    const TtiWork work = tti_work(tti_form(problem), problem.stencil.dims, passes);
    return {work.points, work.values * bytes_of(problem.precision), "TTI"};
}

}  // namespace

BackendEntry tti_backend() {
    const auto work = [](const StencilProblem& problem) { return work_in(problem, tti_in_one_pass(problem) ? 1 : 2); };
    const auto propose = [](const Inquiry& asked) {
        if (std::string reason = why_not(asked); !reason.empty()) return Proposal::refused(std::move(reason));
        return proposal_of(asked, fastest_tti_kernels, gpu_tti_ctpn(asked.problem, asked.machine));
    };
    return {"stream25.tti",
            "GPU: both forms of TTI media, as plane sweeps in 3D",
            {support_by(fastest_tti_kernels, propose, work)},
            "this form is for TTI media",
            true};
}

MediumSupport k73_support(const K73Strategy& strategy, const KernelForm& form) {
    const auto kernels = [&strategy](const StencilProblem& problem, int shared_limit, const std::string& tile) {
        return k73_kernels(strategy, problem, shared_limit, tile);
    };
    const auto propose = [&strategy, &form, kernels](const Inquiry& asked) {
        const StencilProblem& problem = asked.problem;
        std::string reason = why_not(asked);
        if (reason.empty()) reason = k73_why_not(problem);
        if (!reason.empty()) return Proposal::refused(std::move(reason));
        Proposal proposal = proposal_of(asked, kernels, gpu_k73_ctpn(form, problem, asked.machine));
        for (const KernelTile& tile : k73_tiles(strategy, problem, asked.machine.gpu.shared_per_block))
            proposal.tiles.push_back(to_string(tile));
        return proposal;
    };
    MediumSupport support =
        support_by(kernels, propose, [](const StencilProblem& problem) { return work_in(problem, 1); });
    support.slabs = !form.gallery;
    return support;
}

}  // namespace wavesim
