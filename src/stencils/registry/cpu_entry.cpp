// SPDX-License-Identifier: MIT
#include "stencils/registry/cpu_entry.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "stencils/cpu/density_pass.hpp"
#include "stencils/cpu/factor_array.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/isotropic_update.hpp"
#include "stencils/cpu/layer_pass.hpp"
#include "stencils/cpu/performance_model.hpp"
#include "stencils/cpu/receivers.hpp"
#include "stencils/cpu/row_kernel.hpp"
#include "stencils/cpu/row_passes.hpp"
#include "stencils/cpu/statements/program_support.hpp"
#include "stencils/cpu/tti/tti_update.hpp"
#include "stencils/cpu/two_steps.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/problem/receiver_nodes.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim::cpu {

namespace {

/// One sentence why the grid of a problem with an isotropic medium is not possible; empty if it is.
std::string grid_fault(const StencilProblem& problem) {
    const Extent& extent = problem.extent;
    if (extent.nx < 1 || extent.ny < 1 || extent.nz < 1) return "the grid has no nodes";
    if (problem.stencil.dims == 2 && extent.ny != 1) return "a 2D stencil needs a grid with one node along y";
    if (problem.stencil.shells.size() != problem.stencil.a.size()) return "the stencil needs one weight per shell";
    if (radius(problem.stencil) > radius_max) {
        return "the stencil reaches further than " + std::to_string(radius_max) + " nodes";
    }
    return layers_fault(problem.layers, extent, problem.stencil);
}

std::string density_why_not(const StencilProblem& problem) {
    const std::string fault = grid_fault(problem);
    return fault.empty() ? density_fault(problem, std::get<DensityShape>(problem.medium)) : fault;
}

FieldLayout layout_of(const StencilProblem& problem) {
    return make_field_layout(problem.extent, problem.stencil, problem.precision);
}

/// Memory of everything except the medium.
std::int64_t field_bytes(const StencilProblem& problem) {
    return 2 * allocated_bytes(layout_of(problem).values * bytes_of(problem.precision)) + row_passes_bytes(problem) +
           layer_pass_bytes(problem) + receiver_list_bytes(problem);
}

NodeWork scalar_work(const StencilProblem& problem) {
    const std::int64_t value = bytes_of(problem.precision);
    const std::int64_t factor = !problem.speed.varies   ? 0
                                : problem.speed.coded() ? bytes_of(problem.speed.storage)
                                                        : value;
    return {point_count(problem.stencil), 3 * value + factor};
}

NodeWork density_work(const StencilProblem& problem) {
    const std::int64_t values = 3 + 1 + problem.stencil.dims;  // fields, modulus, buoyancies
    return {point_count(problem.stencil), values * bytes_of(problem.precision)};
}

NodeWork tti_node_work(const StencilProblem& problem) {
    const TtiWork work = tti_work(tti_form(problem), problem.stencil.dims, 1);
    return {work.points, work.values * bytes_of(problem.precision), "TTI"};
}

Proposal propose_scalar(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = grid_fault(problem); !reason.empty()) return Proposal::refused(std::move(reason));
    const FieldLayout layout = layout_of(problem);
    return {.regions = two_step_regions(problem, layout, std::max(1, asked.machine.threads)),
            .host_bytes = field_bytes(problem) + factor_array_bytes(problem, layout),
            .ctpn_s = cpu_scalar_ctpn(problem, asked.machine, asked.steps_between_looks)};
}

Proposal propose_density(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = density_why_not(problem); !reason.empty()) return Proposal::refused(std::move(reason));
    return {.host_bytes = field_bytes(problem) + density_pass_bytes(problem, layout_of(problem)),
            .ctpn_s = cpu_density_ctpn(problem, asked.machine)};
}

Proposal propose_tti(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = tti_why_not(problem); !reason.empty()) return Proposal::refused(std::move(reason));
    return {.host_bytes = tti_bytes(problem, asked.machine.threads), .ctpn_s = cpu_tti_ctpn(problem, asked.machine)};
}

void expect_values(const ScalarProblem& problem) {
    if (problem.speed.varies && problem.factors.count() != problem.extent.nodes())
        throw std::invalid_argument("a medium that varies needs one factor per node");
}
void expect_values(const DensityProblem& problem) {
    if (!problem.fluid.fits(problem.extent)) throw std::invalid_argument(fluid_is_missing);
}

template <class MediumProblem, std::string (*why_not)(const StencilProblem&)>
std::unique_ptr<StencilBackend> open(const Problem& any, const BackendOptions& options, const Proposal&) {
    const auto& problem = std::get<MediumProblem>(any);
    if (const std::string reason = why_not(problem); !reason.empty()) throw std::invalid_argument(reason);
    expect_values(problem);
    return make_isotropic_backend(problem, options);
}

std::unique_ptr<StencilBackend> open_tti(const Problem& any, const BackendOptions& options, const Proposal&) {
    const auto& problem = std::get<TtiProblem>(any);
    if (const std::string reason = tti_why_not(problem); !reason.empty()) throw std::invalid_argument(reason);
    if (problem.speed.varies && problem.factors.count() != problem.extent.nodes())
        throw std::invalid_argument("a medium that varies needs one factor per node");
    return make_tti_backend(problem, options);
}

}  // namespace

BackendEntry cpu_entry() {
    return {"cpu",
            "OpenMP threads over vectorised rows; float and double",
            {{.is_kind = &is_kind<ScalarShape>,
              .propose = &propose_scalar,
              .open = &open<ScalarProblem, grid_fault>,
              .work = &scalar_work,
              .wall_ports = true,
              .slabs = true},
             {.is_kind = &is_kind<DensityShape>,
              .propose = &propose_density,
              .open = &open<DensityProblem, density_why_not>,
              .work = &density_work,
              .slabs = true},
             {.is_kind = &is_kind<TtiShape>,
              .propose = &propose_tti,
              .open = &open_tti,
              .work = &tti_node_work,
              .slabs = true},
             program_support()},
            "the CPU has no kernels for media of this kind"};
}

}  // namespace wavesim::cpu
