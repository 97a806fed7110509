// SPDX-License-Identifier: MIT
#include "stencils/launch/gpu_backends.hpp"

#include <memory>

#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/density_operator.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/launch/launch_choice.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/layer_slabs.hpp"
#include "stencils/launch/tile_list.hpp"
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

template <KernelForm form>
std::string why_not(const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = machine.gpu.why_not(); !reason.empty()) return reason;
    const int shared_limit = machine.gpu.shared_per_block;
    if (std::string reason = form_why_not(form, problem, shared_limit); !reason.empty()) return reason;
    return problem.layers.any() ? layers_why_not(problem, shared_limit) : std::string{};
}

/// Host memory: only lists on their way to the device.
std::int64_t host_bytes(const StencilProblem& problem, const Machine&) {
    return static_cast<std::int64_t>(problem.walls.explicit_walls.nodes.size() +
                                     problem.walls.branch_walls.laws.size()) *
           24;
}

template <KernelForm form>
std::int64_t device_bytes(const StencilProblem& problem, const Machine&) {
    return forecast_device_bytes(problem, problem.speed.bytes_per_node(), row_end_mover(form, problem));
}

template <KernelForm form>
std::vector<std::string> tiles(const StencilProblem& problem, const Machine& machine) {
    std::vector<std::string> texts;
    for (const KernelTile& tile : tiles_to_try(form, problem, machine.gpu.shared_per_block))
        texts.push_back(to_string(tile));
    return texts;
}

template <KernelForm form>
std::unique_ptr<StencilBackend> make(const Problem& problem, const BackendOptions& options) {
    return make_cuda_backend(form, std::get<ScalarProblem>(problem), {}, options);
}

/// Factors are floats or codes in both precisions.
NodeWork scalar_work(const StencilProblem& problem) {
    return {point_count(problem.stencil), 3 * bytes_of(problem.precision) + problem.speed.bytes_per_node()};
}

template <KernelForm form>
std::vector<Region> regions(const StencilProblem& problem, const Machine& machine) {
    const int shared_limit = machine.gpu.shared_per_block;
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    return slab_regions(plan_slabs(problem, form, layout, shared_limit), problem.extent,
                        choose_tile(form, problem, shared_limit));
}

template <KernelForm form>
void compile(const StencilProblem& problem, const BackendOptions& options) {
    compile_cuda_kernels(form, problem, options);
}

template <KernelForm form>
BackendEntry row(const char* name, const char* summary) {
    return {name,
            summary,
            {{is_kind<ScalarShape>, why_not<form>, host_bytes, make<form>, scalar_work, gpu_ctpn<form>,
              device_bytes<form>, compile<form>, tiles<form>, regions<form>}},
            "this form is for media of one density; texture.density and stream25.tti are for others"};
}

std::string density_why_not(const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = why_not<KernelForm::density>(problem, machine); !reason.empty()) return reason;
    return density_fault(problem, std::get<DensityShape>(problem.medium));
}

constexpr std::int64_t density_value = 4;  // bytes

std::int64_t density_device_bytes(const StencilProblem& problem, const Machine&) {
    return forecast_device_bytes(problem, problem.speed.bytes_per_node() + density_value);
}

std::unique_ptr<StencilBackend> make_density(const Problem& problem, const BackendOptions& options) {
    const auto& density = std::get<DensityProblem>(problem);
    return make_cuda_backend(KernelForm::density, density, density.density, options);
}

NodeWork density_work(const StencilProblem& problem) {
    NodeWork work = scalar_work(problem);
    work.bytes += density_value;
    return work;
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
    static const std::vector<BackendEntry> rows{
        row<KernelForm::sweep>("stream25.sweep", "GPU: plane sweep, in-plane class sums, running sums along z"),
        row<KernelForm::texture_unrolled>("texture.unrolled", "GPU: node per thread, points known at compile time"),
        row<KernelForm::stream_register>("stream25.register",
                                         "GPU: 2.5D streaming, planes through the cache, sums in registers"),
        row<KernelForm::stream_hybrid>("stream25.hybrid",
                                       "GPU: 2.5D streaming, newest plane in shared memory, sums in registers"),
        row<KernelForm::stream_shared>("stream25.shared", "GPU: 2.5D streaming, all planes in shared memory"),
        row<KernelForm::stream_global>("stream25.global", "GPU: 2.5D streaming, nothing kept: the baseline"),
        row<KernelForm::texture_leggy>("texture.leggy", "GPU: node per thread, leggy loop (KernelB)"),
        row<KernelForm::texture_loop>("texture.loop", "GPU: node per thread, list of points (KernelA)"),
        row<KernelForm::texture_factored>("texture.factored",
                                          "GPU: node per thread, list of points, those of one weight added first"),
        {"texture.density",
         "GPU: media whose density varies, node per thread",
         {{is_kind<DensityShape>, density_why_not, host_bytes, make_density, density_work,
           gpu_ctpn<KernelForm::density>, density_device_bytes, compile<KernelForm::density>,
           tiles<KernelForm::density>}},
         "this form is for media whose density varies"},
        {"stream25.tti",
         "GPU: both forms of TTI media, as plane sweeps in 3D",
         {{is_kind<TtiShape>, tti_why_not, tti_host_bytes, make_tti, tti_node_work, gpu_tti_ctpn, tti_device_bytes,
           compile_tti_cuda_kernels}},
         "this form is for TTI media"},
    };
    return rows;
}

}  // namespace wavesim
