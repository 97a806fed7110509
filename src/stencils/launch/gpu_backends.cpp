// SPDX-License-Identifier: MIT
#include "stencils/launch/gpu_backends.hpp"

#include <memory>

#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/density_operator.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/launch/fluid_places.hpp"
#include "stencils/launch/kernel_texts.hpp"
#include "stencils/launch/launch_choice.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/layer_slabs.hpp"
#include "stencils/launch/strip_plan.hpp"
#include "stencils/launch/temporal_plan.hpp"
#include "stencils/launch/tti_backends.hpp"
#include "stencils/pass_share.hpp"
#include "stencils/performance_model.hpp"

namespace wavesim {

namespace {

/// Blocks keep whole lines across a layer in shared memory.
std::string layers_why_not(const StencilProblem& problem, int shared_limit) {
    const LayerPlan plan = plan_layers(problem, device_layout(problem.extent, problem.precision));
    for (const LayerPlan::Axis& axis : plan.axes)
        if (axis.shared_bytes > shared_limit) return "absorbing layers this wide do not fit the GPU's shared memory";
    return {};
}

std::string capability_why_not(const KernelForm& form, const Gpu& gpu) {
    if (gpu.capability_major >= form.capability) return {};
    return std::string(form.backend) + " needs compute capability " + std::to_string(form.capability) + ".0, " +
           gpu.name + " has " + std::to_string(gpu.capability_major) + "." + std::to_string(gpu.capability_minor);
}

std::string why_not(const RegionForms& forms, const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = machine.gpu.why_not(); !reason.empty()) return reason;
    const int shared_limit = machine.gpu.shared_per_block;
    for (const KernelForm* form : {forms.inner, forms.layers})
        if (std::string reason = capability_why_not(*form, machine.gpu); !reason.empty()) return reason;
    for (const KernelForm* form : {forms.inner, forms.layers})
        if (std::string reason = form_why_not(*form, problem, shared_limit); !reason.empty())
            return forms.cut() ? std::string(form->backend) + ": " + reason : reason;
    if (forms.cut())
        if (std::string reason = cut_why_not(problem, device_layout(problem.extent, problem.precision));
            !reason.empty())
            return reason;
    if (forms.inner->density)
        if (std::string fault = density_fault(problem, std::get<DensityShape>(problem.medium)); !fault.empty())
            return fault;
    return problem.layers.any() ? layers_why_not(problem, shared_limit) : std::string{};
}

/// Host memory kept: where the nodes of branch walls are (SparsePasses::keep_level).
std::int64_t kept_bytes(const StencilProblem& problem, const Machine&) {
    return static_cast<std::int64_t>(sizeof(long long) * problem.walls.branch_walls.nodes.size());
}

/// Host memory of the lists of single steps on their way to the device.
std::int64_t table_bytes(const StencilProblem& problem) {
    return static_cast<std::int64_t>(problem.walls.explicit_walls.nodes.size() +
                                     problem.walls.branch_walls.laws.size()) *
           24;
}

/// Of the factor of a node, or of its modulus and buoyancies: floats or codes in both precisions.
std::int64_t node_medium_bytes(const KernelForm& form, const StencilProblem& problem) {
    return form.density ? fluid_value_bytes(problem) * (1 + problem.stencil.dims) : problem.speed.bytes_per_node();
}

std::int64_t device_bytes(const RegionForms& forms, const StencilProblem& problem) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const std::int64_t medium =
        forms.inner->density ? fluid_places(problem, layout).bytes : problem.speed.bytes_per_node() * layout.values;
    return forecast_device_bytes(problem, medium, row_end_mover(*forms.inner, problem));
}

/// Two forms take theirs.
std::vector<std::string> tiles(const RegionForms& forms, const StencilProblem& problem, const Machine& machine) {
    if (forms.cut()) return {};
    std::vector<std::string> texts;
    for (const KernelTile& tile : tiles_to_try(*forms.inner, problem, machine.gpu.shared_per_block))
        texts.push_back(to_string(tile));
    return texts;
}

std::vector<Region> regions(const RegionForms& forms, const StencilProblem& problem, const Machine& machine) {
    return bulk_regions(forms, problem, device_layout(problem.extent, problem.precision), machine.gpu.shared_per_block);
}

NodeWork work(const KernelForm& form, const StencilProblem& problem) {
    return {point_count(problem.stencil), 3 * bytes_of(problem.precision) + node_medium_bytes(form, problem)};
}

std::unique_ptr<StencilBackend> make(const RegionForms& forms, const Problem& problem, const BackendOptions& options) {
    if (!forms.inner->density) return make_cuda_backend(forms, std::get<ScalarProblem>(problem), nullptr, options);
    const auto& varies = std::get<DensityProblem>(problem);
    return make_cuda_backend(forms, varies, &varies, options);
}

BackendEntry row(const RegionForms& forms) {
    const KernelForm& inner = *forms.inner;
    return {forms.name(),
            forms.cut() ? std::string(inner.summary) + "; next to layers " + forms.layers->backend : inner.summary,
            {{.is_kind = inner.density ? is_kind<DensityShape> : is_kind<ScalarShape>,
              .why_not = [forms](const StencilProblem& problem,
                                 const Machine& machine) { return why_not(forms, problem, machine); },
              .bytes = kept_bytes,
              .make = [forms](const Problem& problem,
                              const BackendOptions& options) { return make(forms, problem, options); },
              .work = [forms](const StencilProblem& problem) { return work(*forms.inner, problem); },
              .ctpn = [forms](const StencilProblem& problem, const Machine& machine,
                              std::int64_t) { return gpu_ctpn(forms, problem, machine); },
              .device_bytes = [forms](const StencilProblem& problem,
                                      const Machine&) { return device_bytes(forms, problem); },
              .compile = [forms](const StencilProblem& problem,
                                 const BackendOptions& options) { compile_cuda_kernels(forms, problem, options); },
              .tiles = [forms](const StencilProblem& problem,
                               const Machine& machine) { return tiles(forms, problem, machine); },
              .regions = [forms](const StencilProblem& problem,
                                 const Machine& machine) { return regions(forms, problem, machine); },
              .compiler_memory =
                  [forms](const StencilProblem& problem, const Machine& machine) {
                      return compiler_memory(isotropic_texts(forms, problem, machine.gpu), machine.gpu);
                  },
              .making_bytes = [](const StencilProblem& problem, const Machine&) { return table_bytes(problem); }}},
            inner.density ? "this form is for media whose density varies"
                          : "this form is for media of one density; stream25.density and stream25.tti are for others"};
}

bool flat(const ProblemShape& shape) { return shape.stencil.dims == 2; }

/// Several steps per pass, and these for what is left of them.
RegionForms single_steps(const ProblemShape& shape) {
    return flat(shape) ? single_steps_in_2d() : RegionForms{&forms::sweep_between_passes, &forms::sweep_between_passes};
}

TemporalTiling tiling_of(const StencilProblem& problem, const Machine& machine) {
    return temporal_tiling(problem, machine.gpu);
}
StripTiling strips_of(const StencilProblem& problem, const Machine& machine) {
    return strip_tiling(problem, machine.gpu);
}

std::string passes_why_not(const StencilProblem& problem, const Machine& machine) {
    if (std::string reason = machine.gpu.why_not(); !reason.empty()) return reason;
    return flat(problem) ? strips_why_not(problem, machine.gpu) : temporal_why_not(problem, machine.gpu);
}

std::int64_t pass_device_bytes(const StencilProblem& problem, const Machine& machine) {
    return device_bytes(single_steps(problem), problem) + (flat(problem)
                                                               ? strip_bytes(problem, strips_of(problem, machine))
                                                               : temporal_bytes(problem, tiling_of(problem, machine)));
}

std::vector<Region> pass_regions(const StencilProblem& problem, const Machine& machine) {
    return flat(problem) ? strip_regions(problem, strips_of(problem, machine))
                         : temporal_regions(problem, pass_tiles(problem, machine.gpu));
}

std::int64_t pass_making_bytes(const StencilProblem& problem, const Machine& machine) {
    if (flat(problem)) return table_bytes(problem);
    return std::max(table_bytes(problem), tiling_of(problem, machine).walls.making_bytes);
}

/// Lists of walls are counted for the plan and made for the run; measured on a hall of 500 million nodes.
constexpr double setup_s_per_face = 0.7e-6;

BackendEntry temporal_row() {
    return {"temporal",
            "GPU: several steps per pass over memory, by tiles that walk along z",
            {{.is_kind = is_kind<ScalarShape>,
              .why_not = passes_why_not,
              .bytes = kept_bytes,
              .make =
                  [](const Problem& problem, const BackendOptions& options) {
                      return make_temporal_cuda_backend(common_part(problem), options);
                  },
              .work = [](const StencilProblem& problem) { return work(*single_steps(problem).inner, problem); },
              .ctpn = gpu_temporal_ctpn,
              .device_bytes = pass_device_bytes,
              .compile = compile_temporal_cuda_kernels,
              .regions = pass_regions,
              .compiler_memory =
                  [](const StencilProblem& problem, const Machine& machine) {
                      return compiler_memory(temporal_texts(problem, machine.gpu), machine.gpu);
                  },
              .making_bytes = pass_making_bytes,
              .setup_s = [](const StencilProblem& problem) { return setup_s_per_face * wall_faces(problem); }}},
            "several steps per pass are for media of one density"};
}

}  // namespace

std::span<const BackendEntry> gpu_backends() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const KernelForm* form : kernel_forms()) {
            // Before semi-stencils, which can run TTI media, too.
            if (form == &forms::semi_tma) table.push_back(tti_backend());
            table.push_back(row({form, form}));
            if (const K73Strategy* strategy = find_k73_strategy(form->backend); strategy != nullptr)
                table.back().media.push_back(k73_support(*strategy, *form));
        }
        table.push_back(temporal_row());
        return table;
    }();
    return rows;
}

std::span<const BackendEntry> gpu_backend_pairs() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const KernelForm* inner : kernel_forms())
            for (const KernelForm* layers : kernel_forms())
                if (inner != layers && !inner->density && !layers->density) table.push_back(row({inner, layers}));
        return table;
    }();
    return rows;
}

}  // namespace wavesim
