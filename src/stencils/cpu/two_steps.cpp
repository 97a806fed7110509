// SPDX-License-Identifier: MIT
#include "stencils/cpu/two_steps.hpp"

#include "stencils/cpu/correction_pass.hpp"
#include "stencils/cpu/panel_walk.hpp"

namespace wavesim::cpu {

namespace {

/// Nodes next to a side that feel its layer.
std::int64_t felt(const AbsorbingLayers& layers, int axis, bool high) {
    const std::int64_t width = layers.of(axis, high);
    return width > 0 ? width + layers.half_order : 0;
}

Tile box_of(const AbsorbingLayers& layers, const Tile& grid) {
    return {grid.y_from + felt(layers, 1, false), grid.y_to - felt(layers, 1, true),
            grid.z_from + felt(layers, 2, false), grid.z_to - felt(layers, 2, true)};
}

std::vector<std::vector<Tile>> frame_tiles(const FieldLayout& layout, Precision precision, int threads,
                                           const Tile& grid, const Tile& box) {
    const Tile parts[] = {{grid.y_from, grid.y_to, grid.z_from, box.z_from},
                          {grid.y_from, grid.y_to, box.z_to, grid.z_to},
                          {grid.y_from, box.y_from, box.z_from, box.z_to},
                          {box.y_to, grid.y_to, box.z_from, box.z_to}};
    std::vector<std::vector<Tile>> tiles;
    for (const Tile& part : parts) {
        if (part.y_from == part.y_to || part.z_from == part.z_to) continue;
        const std::vector<std::vector<Tile>> of_part = make_tiles(layout, precision, threads, part);
        tiles.resize(of_part.size());
        for (std::size_t t = 0; t < tiles.size(); ++t)
            tiles[t].insert(tiles[t].end(), of_part[t].begin(), of_part[t].end());
    }
    return tiles;
}

}  // namespace

TwoSteps plan_two_steps(const StencilProblem& problem, const FieldLayout& layout, int threads) {
    const Tile grid = whole_grid(layout);
    TwoSteps plan{box_of(problem.layers, grid), {}, {}};
    const Tile& box = plan.box;
    if (box.y_from >= box.y_to || box.z_from >= box.z_to || problem.medium.density_half_order > 0 ||
        reads_beyond_halo(problem.walls.corrections, layout))
        return plan;
    auto tiles = make_tiles(layout, problem.precision, threads, box);
    if (!PanelWalk(layout, box).allows_two_steps(tiles)) return plan;
    plan.of_box = std::move(tiles);
    plan.of_frame = frame_tiles(layout, problem.precision, threads, grid, box);
    return plan;
}

}  // namespace wavesim::cpu
