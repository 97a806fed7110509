// SPDX-License-Identifier: MIT
#include "stencils/launch/gpu_backends.hpp"

#include <memory>

#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/density_operator.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/launch/launch_choice.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/layer_slabs.hpp"
#include "stencils/launch/tti_launch.hpp"
#include "stencils/performance_model.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim {

namespace {

/// Blocks keep whole lines across a layer in shared memory.
std::string layers_why_not(const StencilProblem& problem, int shared_limit) {
    const LayerPlan plan = plan_layers(problem, device_layout(problem.extent, problem.precision));
    for (const LayerPlan::Axis& axis : plan.axes)
        if (axis.shared_bytes > shared_limit) return "absorbing layers this wide do not fit the GPU's shared memory";
    return {};
}

std::string why_not(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = machine.gpu.why_not(); !reason.empty()) return reason;
    const int shared_limit = machine.gpu.shared_per_block;
    if (std::string reason = form_why_not(form, problem, shared_limit); !reason.empty()) return reason;
    if (form.density)
        if (std::string fault = density_fault(problem, std::get<DensityShape>(problem.medium)); !fault.empty())
            return fault;
    return problem.layers.any() ? layers_why_not(problem, shared_limit) : std::string{};
}

/// Host memory: only lists on their way to the device.
std::int64_t host_bytes(const StencilProblem& problem, const Machine&) {
    return static_cast<std::int64_t>(problem.walls.explicit_walls.nodes.size() +
                                     problem.walls.branch_walls.laws.size()) *
           24;
}

/// Of the factor of a node and its density, which are floats or codes in both precisions.
std::int64_t medium_bytes(const KernelForm& form, const SpeedShape& speed) {
    constexpr std::int64_t density_value = 4;
    return speed.bytes_per_node() + (form.density ? density_value : 0);
}

std::int64_t device_bytes(const KernelForm& form, const StencilProblem& problem) {
    return forecast_device_bytes(problem, medium_bytes(form, problem.speed), row_end_mover(form, problem));
}

std::vector<std::string> tiles(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    std::vector<std::string> texts;
    for (const KernelTile& tile : tiles_to_try(form, problem, machine.gpu.shared_per_block))
        texts.push_back(to_string(tile));
    return texts;
}

std::vector<Region> regions(const KernelForm& form, const StencilProblem& problem, const Machine& machine) {
    const int shared_limit = machine.gpu.shared_per_block;
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    return slab_regions(plan_slabs(problem, form, layout, shared_limit), problem.extent,
                        choose_tile(form, problem, shared_limit));
}

NodeWork work(const KernelForm& form, const StencilProblem& problem) {
    return {point_count(problem.stencil), 3 * bytes_of(problem.precision) + medium_bytes(form, problem.speed)};
}

std::unique_ptr<StencilBackend> make(const KernelForm& form, const Problem& problem, const BackendOptions& options) {
    if (!form.density) return make_cuda_backend(form, std::get<ScalarProblem>(problem), {}, options);
    const auto& varies = std::get<DensityProblem>(problem);
    return make_cuda_backend(form, varies, varies.density, options);
}

/// `form` is one of kernel_forms(), which stay.
BackendEntry row(const KernelForm& form) {
    const KernelForm* const f = &form;
    return {
        form.backend,
        form.summary,
        {{.is_kind = form.density ? is_kind<DensityShape> : is_kind<ScalarShape>,
          .why_not = [f](const StencilProblem& problem,
                         const Machine& machine) { return why_not(*f, problem, machine); },
          .bytes = host_bytes,
          .make = [f](const Problem& problem, const BackendOptions& options) { return make(*f, problem, options); },
          .work = [f](const StencilProblem& problem) { return work(*f, problem); },
          .ctpn = [f](const StencilProblem& problem, const Machine& machine,
                      std::int64_t) { return gpu_ctpn(*f, problem, machine); },
          .device_bytes = [f](const StencilProblem& problem, const Machine&) { return device_bytes(*f, problem); },
          .compile = [f](const StencilProblem& problem,
                         const BackendOptions& options) { compile_cuda_kernels(*f, problem, options); },
          .tiles = [f](const StencilProblem& problem, const Machine& machine) { return tiles(*f, problem, machine); },
          .regions = [f](const StencilProblem& problem,
                         const Machine& machine) { return regions(*f, problem, machine); }}},
        form.density ? "this form is for media whose density varies"
                     : "this form is for media of one density; texture.density and stream25.tti are for others"};
}

NodeWork tti_node_work(const StencilProblem& problem) {
    const TtiWork work = tti_work(tti_form(problem), problem.stencil.dims, true);
    return {work.points, work.values * bytes_of(problem.precision), "TTI"};
}

std::unique_ptr<StencilBackend> make_tti(const Problem& problem, const BackendOptions& options) {
    return make_tti_cuda_backend(std::get<TtiProblem>(problem), options);
}

std::string tti_why_not(const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = machine.gpu.why_not(); !reason.empty()) return reason;
    return tti_gpu_why_not(problem);
}

/// Host memory: the parameters of all nodes on their way to the device.
std::int64_t tti_host_bytes(const StencilProblem& problem, const Machine&) {
    const auto arrays = static_cast<std::int64_t>(tti_parameter_count);
    return arrays * tti_device_layout(problem).values * bytes_of(problem.precision);
}

std::int64_t tti_device_bytes(const StencilProblem& problem, const Machine&) { return forecast_tti_bytes(problem); }

}  // namespace

std::span<const BackendEntry> gpu_backends() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const KernelForm* form : kernel_forms()) table.push_back(row(*form));
        table.push_back({"stream25.tti",
                         "GPU: both forms of TTI media, as plane sweeps in 3D",
                         {{is_kind<TtiShape>,
                           tti_why_not,
                           tti_host_bytes,
                           make_tti,
                           tti_node_work,
                           gpu_tti_ctpn,
                           tti_device_bytes,
                           compile_tti_cuda_kernels,
                           {},
                           {}}},
                         "this form is for TTI media"});
        return table;
    }();
    return rows;
}

}  // namespace wavesim
