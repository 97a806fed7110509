// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_backend.hpp"

#include <algorithm>
#include <memory>

#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/common/counted_nodes.hpp"
#include "stencils/gpu/common/fluid_places.hpp"
#include "stencils/gpu/common/port_table_sizes.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/single/row_end_mover.hpp"
#include "stencils/gpu/single/single_maker.hpp"
#include "stencils/gpu/single/single_model.hpp"
#include "stencils/gpu/single/single_texts.hpp"
#include "stencils/gpu/single/tuned_tile.hpp"

namespace wavesim {

std::int64_t single_kept_bytes(const StencilProblem& problem) {
    return static_cast<std::int64_t>(sizeof(long long) * problem.walls.branch_walls.nodes.size());
}

std::int64_t single_table_bytes(const StencilProblem& problem) {
    return static_cast<std::int64_t>(problem.walls.explicit_walls.nodes.size() +
                                     problem.walls.branch_walls.laws.size()) *
               24 +
           port_table_bytes(problem.walls.ports);
}

namespace {

/// Bytes of the medium per node: the factor, or modulus and buoyancies. They are floats or codes, whatever the
/// precision of the field.
std::int64_t node_medium_bytes(const KernelForm& form, const StencilProblem& problem) {
    return form.density ? fluid_value_bytes(problem) * (1 + problem.stencil.dims) : problem.speed.bytes_per_node();
}

/// Memory of each array of wall ports.
std::vector<std::int64_t> port_bytes(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (problem.walls.ports.empty()) return {};
    return asked
        .counted<PortTableSizes>([&problem] {
            return forecast_port_table(problem.walls.ports, device_layout(problem.extent, problem.precision));
        })
        .device_bytes(bytes_of(problem.precision));
}

}  // namespace

std::int64_t single_device_bytes(const RegionForms& forms, const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const std::int64_t medium =
        forms.inner->density ? fluid_places(problem, layout).bytes : problem.speed.bytes_per_node() * layout.values;
    return forecast_device_bytes(problem, medium, node_tables(asked).of(row_end_mover(*forms.inner, problem)),
                                 port_bytes(asked));
}

NodeWork single_work(const KernelForm& form, const StencilProblem& problem) {
    return {point_count(problem.stencil), 3 * bytes_of(problem.precision) + node_medium_bytes(form, problem)};
}

namespace {

/// One sentence why layers are not possible: blocks keep whole lines across a layer in shared memory.
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

/// Pairs of forms have no choice of tiles: each uses its default. `first`: a tuned one, empty for the default.
std::vector<std::string> tiles(const RegionForms& forms, const StencilProblem& problem, const Machine& machine,
                               const std::string& first) {
    if (forms.cut()) return {};
    std::vector<std::string> texts;
    for (const KernelTile& tile : tiles_to_try(*forms.inner, problem, machine.gpu.shared_per_block))
        texts.push_back(to_string(tile));
    const auto found = std::ranges::find(texts, first);
    if (found != texts.end()) std::rotate(texts.begin(), found, found + 1);
    return texts;
}

std::vector<Region> regions(const RegionForms& forms, const StencilProblem& problem, const Machine& machine,
                            const std::string& tile) {
    return bulk_regions(forms, problem, device_layout(problem.extent, problem.precision), tile,
                        machine.gpu.shared_per_block);
}

/// The tile of a proposal; empty for the default.
std::string tile_of(const Proposal& proposal) {
    const TunedTile* const tuned = tuned_tile(proposal);
    return tuned == nullptr ? "" : tuned->tile;
}

Proposal propose(const RegionForms& forms, const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const Machine& machine = asked.machine;
    if (std::string reason = why_not(forms, problem, machine); !reason.empty())
        return Proposal::refused(std::move(reason));
    const std::optional<TunedTile> tuned =
        forms.cut() ? std::optional<TunedTile>{} : find_tuned_tile(*forms.inner, problem, machine);
    const std::string tile = tuned ? tuned->tile : "";
    return {.regions = regions(forms, problem, machine, tile),
            .host_bytes = single_kept_bytes(problem),
            .making_bytes = single_table_bytes(problem),
            .device_bytes = single_device_bytes(forms, asked),
            .ctpn_s = gpu_ctpn(forms, problem, machine),
            .tiles = tiles(forms, problem, machine, tile),
            .texts = isotropic_texts(forms, problem, machine.gpu, tile),
            .decided = tuned ? std::any(*tuned) : std::any{}};
}

std::unique_ptr<StencilBackend> open(const RegionForms& forms, const Problem& problem, BackendOptions options,
                                     const Proposal& proposal) {
    if (options.tile.empty()) options.tile = tile_of(proposal);
    if (!forms.inner->density) return make_cuda_backend(forms, std::get<ScalarProblem>(problem), nullptr, options);
    const auto& varies = std::get<DensityProblem>(problem);
    return make_cuda_backend(forms, varies, &varies, options);
}

}  // namespace

BackendEntry single_backend(const RegionForms& forms) {
    const KernelForm& inner = *forms.inner;
    return {forms.name(),
            forms.cut() ? std::string(inner.summary) + "; next to layers " + forms.layers->backend : inner.summary,
            {{.is_kind = inner.density ? is_kind<DensityShape> : is_kind<ScalarShape>,
              .propose = [forms](const Inquiry& asked) { return propose(forms, asked); },
              .open = [forms](const Problem& problem, const BackendOptions& options,
                              const Proposal& proposal) { return open(forms, problem, options, proposal); },
              .work = [forms](const StencilProblem& problem) { return single_work(*forms.inner, problem); },
              .compile = [forms](const StencilProblem& problem,
                                 const BackendOptions& options) { compile_cuda_kernels(forms, problem, options); },
              .wall_ports = !inner.density,
              .slabs = !forms.cut() && !inner.gallery,
              .tile_times =
                  [forms](const StencilProblem& problem, const Machine& machine) {
                      return forms.cut() ? std::vector<TileTime>{} : single_tile_times(*forms.inner, problem, machine);
                  }}},
            inner.density
                ? "this form is for media whose density varies"
                : "this form is for media of one density; stream25.density, stream25.tti and statements are for others",
            true};
}

}  // namespace wavesim
