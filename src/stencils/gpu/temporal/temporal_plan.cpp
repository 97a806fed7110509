// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_plan.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/pass_lists.hpp"
#include "stencils/gpu/temporal/pass_points.hpp"
#include "stencils/gpu/temporal/pass_tiles.hpp"
#include "stencils/gpu/temporal/pass_wall_sizes.hpp"
#include "stencils/gpu/temporal/pass_walls.hpp"

namespace wavesim {

namespace {

constexpr int least_planes = 5;
constexpr int wall_warps = 4;
constexpr int most_kinds = 128;  // a kind has seven bits

}  // namespace

int TemporalTiling::shared_bytes() const {
    const int height = tile_y + 2 * reach;
    const int columns = 2 * reach * height + (tile_x * value_bytes / 16 < 32 ? 12 : 0);
    return levels * slots * ((height * tile_x + columns + 3) / 4 * 4) * value_bytes + walls.bytes(levels, tile_y);
}

std::string to_string(const TemporalTiling& tiling) {
    return std::to_string(tiling.tile_x) + "x" + std::to_string(tiling.tile_y) + ", " + std::to_string(tiling.levels) +
           " steps per pass" +
           (tiling.panels.count > 1 ? ", " + std::to_string(tiling.panels.count) + " panels of rows" : "");
}

namespace {

int usual_levels(const StencilProblem& problem) {
    const auto agrees = [](const auto& wanted, const auto& given) { return !wanted || *wanted == given; };
    const auto row = std::ranges::find_if(pass_levels, [&](const PassLevels& one) {
        return radius(problem.stencil) >= one.least_reach &&
               agrees(one.arms, shape_of(problem.stencil) == StencilShape::leggy) &&
               agrees(one.precision, problem.precision) && agrees(one.walls, has_walls(problem)) &&
               agrees(one.varies, problem.speed.varies) && agrees(one.storage, problem.speed.storage);
    });
    if (row == std::end(pass_levels)) throw std::logic_error("no number of steps is known of such passes");
    return row->levels;
}

void take_higher_tiles(TemporalTiling& tiling, std::int64_t grid_rows, int tile_rows, int shared_per_block) {
    TemporalTiling higher = tiling;
    higher.tile_y = higher_pass_tiles.tile_y;
    higher.levels = higher_pass_tiles.levels;
    higher.slots = higher_pass_tiles.slots;
    higher.panels = pass_panels(grid_rows, tile_rows * higher.tile_y, higher.levels);
    if (higher.panels.rows == 0 || higher.shared_bytes() > shared_per_block) return;
    if (higher.panels.count * tiling.levels < tiling.panels.count * higher.levels) tiling = higher;
}

/// Chooses as many slots and steps as fit. If a plane has no slot, its u- stays in registers, which have room for two
/// planes.
void take_slots_and_levels(TemporalTiling& tiling, int shared_per_block) {
    const int most = tiling.reach > 1 ? 2 * tiling.lag() : tiling.slots;
    const int least = tiling.reach > 1 ? most - 2 : most;
    for (tiling.slots = most; tiling.levels > 1 && tiling.shared_bytes() > shared_per_block;) {
        --tiling.slots;
        if (tiling.slots < least) --tiling.levels, tiling.slots = most;
    }
}

}  // namespace

TemporalTiling pass_tiles(const StencilProblem& problem, const Gpu& gpu) {
    TemporalTiling tiling;
    tiling.value_bytes = static_cast<int>(bytes_of(problem.precision));
    tiling.medium = medium_kind(problem.speed);
    tiling.reach = radius(problem.stencil);
    tiling.tile_y = pass_heights.most_bytes / tiling.value_bytes;
    tiling.levels = usual_levels(problem);
    tiling.tiles_x = static_cast<int>((problem.extent.nx + tiling.tile_x - 1) / tiling.tile_x);
    const int tile_rows = tiling.tiles_x > 0 ? gpu.multiprocessors / tiling.tiles_x : 0;
    tiling.panels = pass_panels(problem.extent.ny, tile_rows * tiling.tile_y, tiling.levels * tiling.reach);
    if (problem.precision == higher_pass_tiles.precision && tiling.reach == higher_pass_tiles.reach)
        take_higher_tiles(tiling, problem.extent.ny, tile_rows, gpu.shared_per_block);
    const int step = pass_heights.step;
    while (tile_rows > 0 && tiling.tile_y - step >= pass_heights.least_rows &&
           tile_rows * (tiling.tile_y - step) >= tiling.panels.rows)
        tiling.tile_y -= step;
    // Registers are distributed to groups of four warps (gpu/temporal/temporal_tile.cuh). Warps of a group without
    // other work load halos, too.
    const int mover_warps = tiling.movers() / 32;
    tiling.rim_warps += (4 - mover_warps % 4) % 4;
    tiling.tiles_y = (tiling.panels.rows + tiling.tile_y - 1) / tiling.tile_y;
    if (has_walls(problem)) {
        tiling.walls.warps = wall_warps;
        tiling.walls.branch = !problem.walls.branch_walls.nodes.empty();
    } else {
        take_slots_and_levels(tiling, gpu.shared_per_block);
    }
    return tiling;
}

TemporalTiling temporal_tiling(const StencilProblem& problem, const Gpu& gpu, const NodeActions& actions,
                               const NodeTableSizes& table) {
    TemporalTiling tiling = pass_tiles(problem, gpu);
    if (tiling.panels.rows == 0 || tiling.walls.warps == 0) return tiling;
    const PassWallSizes walls = pass_wall_sizes(problem, actions, tiling, table);
    tiling.walls.kinds = walls.kinds;
    tiling.walls.faces = walls.faces;
    tiling.walls.pool = (walls.most_together(tiling.levels) + 31) / 32 * 32;
    tiling.walls.quads = walls.quads;
    tiling.walls.planes = walls.planes;
    tiling.walls.list_bytes = list_bytes(walls, tiling);
    tiling.walls.making_bytes = making_bytes(walls, tiling);
    return tiling;
}

TemporalTiling temporal_tiling(const StencilProblem& problem, const Gpu& gpu) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const NodeActions actions = node_actions(problem);
    return temporal_tiling(problem, gpu, actions, forecast_node_tables(problem, actions, layout).by_passes);
}

TemporalTiling decided_tiling(const DecidedPasses* decided, const StencilProblem& problem, const Gpu& gpu) {
    const bool fits = decided != nullptr && decided->multiprocessors == gpu.multiprocessors &&
                      decided->shared_per_block == gpu.shared_per_block;
    return fits ? decided->tiling : temporal_tiling(problem, gpu);
}

std::string temporal_why_not(const StencilProblem& problem, const Gpu& gpu) {
    if (std::string reason = form_why_not(forms::sweep, problem, gpu.shared_per_block); !reason.empty()) return reason;
    if (problem.stencil.dims != 3 || radius(problem.stencil) > 2)
        return "several steps per pass are for 3D stencils that reach one or two nodes";
    if (radius(problem.stencil) > 1 && has_walls(problem))
        return "walls and solids inside passes of several steps are for stencils that reach one node: use "
               "stream25.sweep";
    if (problem.layers.any()) return "absorbing layers go one step at a time: use stream25.sweep";
    if (std::string reason = walls_in_pass_why_not(problem); !reason.empty()) return reason;
    if (has_walls(problem) && problem.precision != Precision::float32)
        return "walls and solids inside passes of several steps are in float: use stream25.sweep";
    if (has_walls(problem) && (gpu.capability_major != 9 || gpu.capability_minor != 0))
        return "walls and solids inside passes of several steps are for GPUs of compute capability 9.0: use "
               "stream25.sweep";
    if (!std::all_of(problem.halo.begin(), problem.halo.end(), mirrors))
        return "several steps per pass need sides that are rigid or free surfaces, half a cell from the first node";
    if (problem.extent.nz < least_planes)
        return "several steps per pass need " + std::to_string(least_planes) + " nodes along z";
    return {};
}

std::string tiling_why_not(const TemporalTiling& tiling, const Gpu& gpu) {
    if (tiling.panels.rows == 0)
        return "a row has " + std::to_string(tiling.tiles_x) + " tiles of " + std::to_string(tiling.tile_x) + " x " +
               std::to_string(tiling.tile_y) + " nodes, each needs a multiprocessor, and the GPU has " +
               std::to_string(gpu.multiprocessors);
    if (tiling.walls.kinds > most_kinds)
        return "passes of several steps know " + std::to_string(most_kinds - 1) +
               " kinds of nodes at walls, and here are " + std::to_string(tiling.walls.kinds - 1) +
               ": use stream25.sweep";
    if (tiling.levels < 2) return "two steps of a tile do not fit the shared memory of a block";
    if (tiling.shared_bytes() > gpu.shared_per_block)
        return "too many walls meet in a tile: they need " + std::to_string(tiling.shared_bytes()) +
               " bytes of shared memory, and a block of this GPU has " + std::to_string(gpu.shared_per_block) +
               ": use stream25.sweep";
    return {};
}

template <class Real>
kernels::TemporalArguments<Real> panel_part(const kernels::TemporalArguments<Real>& whole, const TemporalTiling& tiling,
                                            int panel, std::int64_t pitch, Real* late) {
    const PassPanels& panels = tiling.panels;
    if (panels.count == 1) return whole;
    kernels::TemporalArguments<Real> part = whole;
    const std::int64_t before = panels.first(panel) * pitch;
    part.now += before;
    part.before += before;
    part.last += before;
    part.last_but_one += before;
    const int tiles = panel * tiling.tiles();
    part.sources += tiles;
    part.receivers.tile += tiles;
    if (tiling.walls.warps > 0) part.walls.tile += tiles;
    const std::int64_t seam = panels.overlap * pitch * whole.nz;
    const bool last = panel + 1 == panels.count;
    part.panel = {before,
                  panels.rows_of(panel),
                  panels.first_own(panel),
                  last ? panels.rows_of(panel) : panels.stride(),
                  panels.end_own(panel),
                  late + panel * seam,
                  late + (panels.count - 1 + panel) * seam};
    return part;
}

template kernels::TemporalArguments<float> panel_part(const kernels::TemporalArguments<float>&, const TemporalTiling&,
                                                      int, std::int64_t, float*);
template kernels::TemporalArguments<double> panel_part(const kernels::TemporalArguments<double>&, const TemporalTiling&,
                                                       int, std::int64_t, double*);

std::int64_t late_values(const TemporalTiling& tiling, const Extent& extent, std::int64_t pitch) {
    return std::int64_t{2} * (tiling.panels.count - 1) * extent.nz * tiling.panels.overlap * pitch;
}

std::string pass_architecture(const Gpu& gpu) {
    // Only code for exactly one architecture may move registers between warps.
    return gpu.architecture() + (gpu.capability_major == 9 && gpu.capability_minor == 0 ? "a" : "");
}

std::int64_t temporal_bytes(const StencilProblem& problem, const TemporalTiling& tiling, const ActingSources& sources) {
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const TileListSizes heard = heard_sizes(problem, tiling);
    const PassPushes pushes = pass_pushes(driven_nodes(sources, layout), tiling, layout);
    std::vector<std::int64_t> sizes{std::int64_t{tiling.bytes_of_rim_word()} * tiling.rim_words(),
                                    heard.nodes * tiling.value_bytes * tiling.levels,
                                    heard.bytes(),
                                    bytes_of(pushes.tile),
                                    bytes_of(pushes.push),
                                    tiling.value_bytes * pushes.values};
    if (tiling.panels.count > 1)
        sizes.push_back(tiling.value_bytes * late_values(tiling, problem.extent, layout.pitch));
    sizes.insert(sizes.end(), tiling.walls.list_bytes.begin(), tiling.walls.list_bytes.end());
    return device_pages(sizes);
}

std::vector<Region> temporal_regions(const StencilProblem& problem, const TemporalTiling& tiling) {
    std::vector<Region> regions = regions_of(cut_grid(problem.extent, {}), tiling.levels);
    regions.front().tile = to_string(tiling);
    return regions;
}

}  // namespace wavesim
