// SPDX-License-Identifier: MIT
#include "stencils/cpu/two_steps.hpp"

#include <algorithm>
#include <array>

#include "stencils/cpu/correction_pass.hpp"
#include "stencils/cpu/panel_walk.hpp"
#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::cpu {

namespace {

/// Number of nodes at a side on which its layer acts.
std::int64_t layer_extent(const AbsorbingLayers& layers, int axis, bool high) {
    const std::int64_t width = layers.of(axis, high);
    return width > 0 ? width + layers.half_order : 0;
}

Tile rows_of(const NodeBox& box) { return {box.from.y, box.to.y, box.from.z, box.to.z}; }

/// Layers along x do not cut: they belong to their rows.
CutGrid cut_rows(const StencilProblem& problem) {
    std::array<std::int64_t, 6> margin{};
    for (const int axis : {1, 2})
        for (const bool high : {false, true})
            margin[static_cast<std::size_t>(2 * axis + (high ? 1 : 0))] = layer_extent(problem.layers, axis, high);
    return cut_grid(problem.extent, margin);
}

/// Divides both parts of the frame into tiles of `rows` rows or `planes` planes, equally many for each thread.
TwoSteps::Tiles share_out(const std::vector<NodeBox>& parts, std::int64_t rows, std::int64_t planes, int threads) {
    std::vector<Tile> tiles;
    for (const NodeBox& slab : parts) {
        const Tile part = rows_of(slab);
        for (std::int64_t y = part.y_from; y < part.y_to; y += rows)
            for (std::int64_t z = part.z_from; z < part.z_to; z += planes)
                tiles.push_back({y, std::min(y + rows, part.y_to), z, std::min(z + planes, part.z_to)});
    }
    TwoSteps::Tiles shares;
    const auto count = static_cast<std::int64_t>(tiles.size());
    for (std::int64_t t = 0; t < threads && count > 0; ++t)
        shares.emplace_back(tiles.begin() + count * t / threads, tiles.begin() + count * (t + 1) / threads);
    return shares;
}

}  // namespace

TwoSteps plan_two_steps(const StencilProblem& problem, const FieldLayout& layout, int threads) {
    const CutGrid cut = cut_rows(problem);
    TwoSteps plan{rows_of(cut.inner), {}, {}, {}};
    const Tile& box = plan.box;
    if (box.y_from >= box.y_to || box.z_from >= box.z_to || !problem.walls.ports.empty() ||
        reads_beyond_halo(problem.walls.corrections, layout))
        return plan;
    auto tiles = make_tiles(layout, problem.precision, threads, box);
    if (!PanelWalk(layout, box).allows_two_steps(tiles)) return plan;
    plan.of_box = std::move(tiles);
    const std::int64_t all = std::max(layout.extent.ny, layout.extent.nz);
    plan.across_z = share_out(cut.slabs[2], PanelWalk::panel_rows, all, threads);
    plan.across_y = share_out(cut.slabs[1], all, most_planes, threads);
    return plan;
}

std::vector<Region> two_step_regions(const StencilProblem& problem, const FieldLayout& layout, int threads) {
    if (plan_two_steps(problem, layout, threads).possible()) return regions_of(cut_rows(problem), 2);
    return regions_of(cut_grid(problem.extent, {}), 1);
}

}  // namespace wavesim::cpu
