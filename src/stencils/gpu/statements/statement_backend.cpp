// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_backend.hpp"

#include <stdexcept>

#include "stencils/cpu/statements/program_support.hpp"
#include "stencils/gpu/statements/statement_maker.hpp"
#include "stencils/gpu/statements/statement_model.hpp"
#include "stencils/gpu/statements/statement_texts.hpp"
#include "stencils/gpu/statements/usual_schedule.hpp"

namespace wavesim {

namespace {

const ProgramShape& shape_of_program(const ProblemShape& problem) { return std::get<ProgramShape>(problem.medium); }

StatementPlan plan_of(const ProblemShape& problem) {
    const ProgramShape& kind = shape_of_program(problem);
    return {kind, problem, usual_schedule(kind, problem)};
}

Proposal propose_statements(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = asked.machine.gpu.why_not(); !reason.empty()) return Proposal::refused(std::move(reason));
    if (std::string reason = cpu::program_why_not(problem); !reason.empty())
        return Proposal::refused(std::move(reason));
    const StatementPlan plan = plan_of(problem);
    if (std::string reason = plan.why_not(); !reason.empty()) return Proposal::refused(std::move(reason));
    const std::vector<bool> per_node = plan.per_node(may_vary(shape_of_program(problem)));
    return {.making_bytes = plan.layout().plane * bytes_of(problem.precision),
            .device_bytes = statement_device_bytes(plan, per_node, asked),
            .ctpn_s = gpu_statement_ctpn(plan, per_node, problem, asked.machine),
            .texts = statement_texts(plan, asked.machine.gpu)};
}

std::unique_ptr<StencilBackend> open_statements(const Problem& any, const BackendOptions& options, const Proposal&) {
    const auto& problem = std::get<ProgramProblem>(any);
    if (const std::string reason = cpu::program_why_not(problem); !reason.empty()) throw std::invalid_argument(reason);
    cpu::expect_parameters(problem);
    return make_statement_cuda_backend(problem, plan_of(problem), options);
}

NodeWork work_of_statements(const StencilProblem& problem) {
    const StatementPlan plan = plan_of(problem);
    int points = 0;
    for (const equations::GraphNode& node : plan.graph().nodes)
        for (const equations::GraphEdge& edge : node.reads) points = std::max(points, edge.nodes);
    const int values = values_moved(plan, plan.per_node(may_vary(shape_of_program(problem))));
    return {points, values * bytes_of(problem.precision), "program"};
}

}  // namespace

BackendEntry statement_backend() {
    return {
        "statements",
        "GPU: equations that are text, a thread per node",
        {{.is_kind = is_kind<ProgramShape>,
          .propose = propose_statements,
          .open = open_statements,
          .work = work_of_statements,
          .compile = [](const StencilProblem& problem,
                        const BackendOptions& options) { compile_statement_cuda_kernels(plan_of(problem), options); }}},
        "this form is for programs",
        true};
}

}  // namespace wavesim
