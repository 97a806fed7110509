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
std::int64_t kept_bytes(const StencilProblem& problem) {
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

/// Of the tables of the problem, counted for the first row that asks.
const NodeTableForecast& node_tables(const Inquiry& asked) {
    return asked.counted<NodeTableForecast>([&asked] {
        return forecast_node_tables(asked.problem, device_layout(asked.problem.extent, asked.problem.precision));
    });
}

std::int64_t device_bytes(const RegionForms& forms, const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const std::int64_t medium =
        forms.inner->density ? fluid_places(problem, layout).bytes : problem.speed.bytes_per_node() * layout.values;
    return forecast_device_bytes(problem, medium, node_tables(asked).of(row_end_mover(*forms.inner, problem)));
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

Proposal propose(const RegionForms& forms, const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const Machine& machine = asked.machine;
    if (std::string reason = why_not(forms, problem, machine); !reason.empty())
        return Proposal::refused(std::move(reason));
    return {.regions = regions(forms, problem, machine),
            .host_bytes = kept_bytes(problem),
            .making_bytes = table_bytes(problem),
            .device_bytes = device_bytes(forms, asked),
            .ctpn_s = gpu_ctpn(forms, problem, machine),
            .tiles = tiles(forms, problem, machine)};
}

std::unique_ptr<StencilBackend> open(const RegionForms& forms, const Problem& problem, const BackendOptions& options) {
    if (!forms.inner->density) return make_cuda_backend(forms, std::get<ScalarProblem>(problem), nullptr, options);
    const auto& varies = std::get<DensityProblem>(problem);
    return make_cuda_backend(forms, varies, &varies, options);
}

BackendEntry row(const RegionForms& forms) {
    const KernelForm& inner = *forms.inner;
    return {forms.name(),
            forms.cut() ? std::string(inner.summary) + "; next to layers " + forms.layers->backend : inner.summary,
            {{.is_kind = inner.density ? is_kind<DensityShape> : is_kind<ScalarShape>,
              .propose = [forms](const Inquiry& asked) { return propose(forms, asked); },
              .open = [forms](const Problem& problem, const BackendOptions& options,
                              const Proposal&) { return open(forms, problem, options); },
              .work = [forms](const StencilProblem& problem) { return work(*forms.inner, problem); },
              .compile = [forms](const StencilProblem& problem,
                                 const BackendOptions& options) { compile_cuda_kernels(forms, problem, options); },
              .compiler_memory =
                  [forms](const StencilProblem& problem, const Machine& machine, const Proposal&) {
                      return compiler_memory(isotropic_texts(forms, problem, machine.gpu), machine.gpu);
                  }}},
            inner.density ? "this form is for media whose density varies"
                          : "this form is for media of one density; stream25.density and stream25.tti are for others",
            true};
}

bool flat(const ProblemShape& shape) { return shape.stencil.dims == 2; }

/// Several steps per pass, and these for what is left of them.
RegionForms single_steps(const ProblemShape& shape) {
    return flat(shape) ? single_steps_in_2d() : RegionForms{&forms::sweep_between_passes, &forms::sweep_between_passes};
}

/// Making the lists of walls for tiles, beside those of single steps. On a hall of 500 million nodes nodes are sorted
/// into quads in 0.16 us per face, on a core of two that were shared; the copies to the device are estimated.
constexpr double setup_s_per_face = 0.25e-6;

Proposal propose_strips(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = strips_why_not(problem, asked.machine.gpu); !reason.empty())
        return Proposal::refused(std::move(reason));
    const StripTiling tiling = strip_tiling(problem, asked.machine.gpu);
    return {.regions = strip_regions(problem, tiling),
            .making_bytes = table_bytes(problem),
            .device_bytes = strip_bytes(problem, tiling)};
}

Proposal propose_tiles(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const Gpu& gpu = asked.machine.gpu;
    if (std::string reason = temporal_why_not(problem, gpu); !reason.empty())
        return Proposal::refused(std::move(reason));
    const NodeTableSizes& table = node_tables(asked).by_passes;
    const TemporalTiling tiling = temporal_tiling(problem, gpu, table);
    if (std::string reason = tiling_why_not(tiling, gpu); !reason.empty()) return Proposal::refused(std::move(reason));
    return {.regions = temporal_regions(problem, tiling),
            .making_bytes = std::max(table_bytes(problem), tiling.walls.making_bytes),
            .device_bytes = temporal_bytes(problem, tiling, static_cast<int>(table.driven_nodes)),
            .decided = DecidedPasses{tiling, gpu.multiprocessors, gpu.shared_per_block}};
}

Proposal propose_passes(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = asked.machine.gpu.why_not(); !reason.empty()) return Proposal::refused(std::move(reason));
    Proposal proposal = flat(problem) ? propose_strips(asked) : propose_tiles(asked);
    if (!proposal.why_not.empty()) return proposal;
    const RegionForms single = single_steps(problem);
    proposal.host_bytes = kept_bytes(problem);
    proposal.device_bytes += device_bytes(single, asked);
    proposal.ctpn_s = gpu_temporal_ctpn(problem, asked.machine, asked.steps_between_looks);
    proposal.setup_s = setup_s_per_face * wall_faces(problem);
    return proposal;
}

/// Null where none were proposed.
const DecidedPasses* decided_passes(const Proposal& proposal) {
    return std::any_cast<DecidedPasses>(&proposal.decided);
}

BackendEntry temporal_row() {
    return {"temporal",
            "GPU: several steps per pass over memory, by tiles that walk along z",
            {{.is_kind = is_kind<ScalarShape>,
              .propose = propose_passes,
              .open =
                  [](const Problem& problem, const BackendOptions& options, const Proposal& proposal) {
                      return make_temporal_cuda_backend(common_part(problem), options, decided_passes(proposal));
                  },
              .work = [](const StencilProblem& problem) { return work(*single_steps(problem).inner, problem); },
              .compile = compile_temporal_cuda_kernels,
              .compiler_memory =
                  [](const StencilProblem& problem, const Machine& machine, const Proposal& proposal) {
                      return compiler_memory(temporal_texts(problem, machine.gpu, decided_passes(proposal)),
                                             machine.gpu);
                  }}},
            "several steps per pass are for media of one density",
            true};
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
