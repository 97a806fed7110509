// SPDX-License-Identifier: MIT
#include "stencils/cpu/two_steps.hpp"

#include <algorithm>
#include <array>

#include "stencils/cpu/correction_pass.hpp"
#include "stencils/cpu/panel_walk.hpp"
#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::cpu {

namespace {

/// Nodes next to a side that its layer acts on.
std::int64_t felt(const AbsorbingLayers& layers, int axis, bool high) {
    const std::int64_t width = layers.of(axis, high);
    return width > 0 ? width + layers.half_order : 0;
}

Tile box_of(const AbsorbingLayers& layers, const Tile& grid) {
    return {grid.y_from + felt(layers, 1, false), grid.y_to - felt(layers, 1, true),
            grid.z_from + felt(layers, 2, false), grid.z_to - felt(layers, 2, true)};
}

/// Both parts of the frame in tiles of `rows` rows or `planes` planes, equally many for each thread.
TwoSteps::Tiles share_out(const std::array<Tile, 2>& parts, std::int64_t rows, std::int64_t planes, int threads) {
    std::vector<Tile> tiles;
    for (const Tile& part : parts) {
        if (part.y_from == part.y_to || part.z_from == part.z_to) continue;
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
    const Tile grid = whole_grid(layout);
    TwoSteps plan{box_of(problem.layers, grid), {}, {}, {}};
    const Tile& box = plan.box;
    if (box.y_from >= box.y_to || box.z_from >= box.z_to || reads_beyond_halo(problem.walls.corrections, layout))
        return plan;
    auto tiles = make_tiles(layout, problem.precision, threads, box);
    if (!PanelWalk(layout, box).allows_two_steps(tiles)) return plan;
    plan.of_box = std::move(tiles);
    const std::int64_t all = std::max(grid.y_to, grid.z_to);
    plan.across_z = share_out(
        {Tile{grid.y_from, grid.y_to, grid.z_from, box.z_from}, Tile{grid.y_from, grid.y_to, box.z_to, grid.z_to}},
        PanelWalk::panel_rows, all, threads);
    plan.across_y = share_out(
        {Tile{grid.y_from, box.y_from, box.z_from, box.z_to}, Tile{box.y_to, grid.y_to, box.z_from, box.z_to}}, all,
        most_planes, threads);
    return plan;
}

}  // namespace wavesim::cpu
