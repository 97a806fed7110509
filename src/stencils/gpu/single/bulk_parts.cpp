// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

namespace {

CutGrid cut_of(const StencilProblem& problem, const DeviceLayout& layout) {
    return cut_grid(problem.extent, layer_margins(problem, plan_layers(problem, layout)));
}

NodeBox whole(const Extent& n) { return {{0, 0, 0}, {n.nx, n.ny, n.nz}}; }

KernelTile boxed_tile(const KernelForm& form, const StencilProblem& problem, int shared_limit) {
    KernelTile tile = choose_tile(form, problem, shared_limit);
    tile.boxed = true;
    return tile;
}

}  // namespace

std::string RegionForms::name() const {
    return cut() ? std::string(inner->backend) + "+" + layers->backend : inner->backend;
}

std::string cut_why_not(const StencilProblem& problem, const DeviceLayout& layout) {
    if (!problem.layers.any()) return "there are no absorbing layers, so that one kernel moves every node: name one";
    if (!leave_inner_box(layer_margins(problem, plan_layers(problem, layout)), problem.extent))
        return "the absorbing layers leave no inner box for a kernel of its own";
    return {};
}

std::vector<BulkPart> bulk_parts(const RegionForms& forms, const StencilProblem& problem, const DeviceLayout& layout,
                                 const LayerSlabs& slabs, const std::string& tile, int shared_limit) {
    if (!forms.cut()) {
        const KernelTile named = tile_named(tile, *forms.inner, problem, shared_limit);
        if (slabs.slabs.empty()) return {{forms.inner, named, {whole(problem.extent)}}};
        return {{forms.inner, named, {cut_grid(problem.extent, slabs.margin).inner}, slabs.inner}};
    }
    const CutGrid cut = cut_of(problem, layout);
    BulkPart beside{forms.layers, boxed_tile(*forms.layers, problem, shared_limit), {}};
    for (const std::size_t axis : {2U, 1U, 0U})
        beside.boxes.insert(beside.boxes.end(), cut.slabs[axis].begin(), cut.slabs[axis].end());
    return {{forms.inner, boxed_tile(*forms.inner, problem, shared_limit), {cut.inner}}, beside};
}

std::vector<Region> bulk_regions(const RegionForms& forms, const StencilProblem& problem, const DeviceLayout& layout,
                                 const std::string& tile, int shared_limit) {
    if (!forms.cut())
        return slab_regions(plan_slabs(problem, *forms.inner, layout, shared_limit), problem.extent,
                            tile_named(tile, *forms.inner, problem, shared_limit));
    std::vector<Region> regions = regions_of(cut_of(problem, layout), 1);
    for (Region& region : regions) {
        region.backend = forms.layers->backend;
        region.tile = to_string(choose_tile(*forms.layers, problem, shared_limit));
    }
    regions.front().backend = forms.inner->backend;
    regions.front().tile = to_string(choose_tile(*forms.inner, problem, shared_limit));
    return regions;
}

double inner_share(const RegionForms& forms, const StencilProblem& problem) {
    if (!forms.cut()) return 1;
    const NodeBox inner = cut_of(problem, device_layout(problem.extent, problem.precision)).inner;
    return static_cast<double>(inner.extent().nodes()) / static_cast<double>(problem.extent.nodes());
}

}  // namespace wavesim
