// SPDX-License-Identifier: MIT
#include "stencils/gpu/whole_step/whole_step_plan.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/common/step_time.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/whole_step/whole_step_tiles.hpp"
#include "stencils/gpu/whole_step/whole_step_times.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t most_nodes = std::int64_t{1} << 24;
constexpr int most_lanes = 32, most_threads = 1024;

struct Tiles {
    std::int64_t x, y, z;
};
Tiles tiles_of(const KernelTile& tile, const Extent& n) {
    const auto count = [](std::int64_t nodes, std::int64_t size) { return (nodes + size - 1) / size; };
    return {count(n.nx, tile.x), count(n.ny, tile.y), count(n.nz, tile.z * tile.rows)};
}

int resident_threads(const KernelTile& tile, const ProblemShape& shape) {
    const auto row = std::ranges::find_if(whole_step_threads_held, [&](const WholeStepThreads& one) {
        return one.precision == shape.precision && one.least_rows <= tile.rows &&
               one.points.value_or(point_count(shape.stencil)) == point_count(shape.stencil) &&
               one.varies.value_or(shape.speed.varies) == shape.speed.varies;
    });
    if (row == std::end(whole_step_threads_held)) throw std::logic_error("no threads are known of such whole steps");
    return row->threads;
}

}  // namespace

std::string whole_step_why_not(const StencilProblem& problem, const Gpu& gpu) {
    if (std::string reason = gpu.why_not(); !reason.empty()) return reason;
    const Extent& n = problem.extent;
    if (problem.stencil.dims != 3 || radius(problem.stencil) != 1)
        return "one launch per step is for stencils in 3D that reach one node";
    if (problem.layers.any()) return "one launch per step has no absorbing layers";
    if (std::min({n.nx, n.ny, n.nz}) < 2) return "the grid is not larger than the stencil's radius of 1 nodes";
    if (n.nodes() > most_nodes) return "one launch per step is for grids of at most 16777216 nodes";
    return {};
}

std::vector<KernelTile> whole_step_tiles(const ProblemShape& shape) {
    const KernelTile star{64, 4, 4, 1}, cube{64, 4, 2, 2};
    const bool axes_only = point_count(shape.stencil) == 7;
    std::vector<KernelTile> tiles{axes_only ? star : cube, axes_only ? cube : star};
    for (const KernelTile& other :
         {KernelTile{64, 4, 2, 1}, KernelTile{64, 2, 4, 2}, KernelTile{64, 4, 4, 2}, KernelTile{64, 4, 2, 4},
          KernelTile{32, 8, 4, 1}, KernelTile{32, 8, 2, 2}, KernelTile{128, 4, 2, 1}, KernelTile{128, 2, 2, 2}})
        tiles.push_back(other);
    const int pack = static_cast<int>(16 / bytes_of(shape.precision));
    std::erase_if(tiles, [&](const KernelTile& tile) {
        const int threads = whole_step_threads(tile, shape.precision);
        return tile.x / pack > most_lanes || threads > most_threads || threads < kernels::pass_threads;
    });
    for (KernelTile& tile : tiles) {
        tile.blocks = std::max(1, resident_threads(tile, shape) / whole_step_threads(tile, shape.precision));
        tile.medium = medium_kind(shape.speed);
        tile.odd = std::ranges::any_of(
            shape.halo, [](HaloRule rule) { return rule != HaloRule::mirror_half && rule != HaloRule::mirror_whole; });
    }
    return tiles;
}

KernelTile whole_step_tile(const std::string& text, const ProblemShape& shape) {
    for (const KernelTile& tile : whole_step_tiles(shape))
        if (text.empty() || to_string(tile) == text) return tile;
    throw std::invalid_argument("there is no tile '" + text + "'");
}

int whole_step_threads(const KernelTile& tile, Precision precision) {
    return tile.x / static_cast<int>(16 / bytes_of(precision)) * tile.y * tile.z;
}

NodeBlocks whole_step_blocks(const KernelTile& tile, const Extent& extent) {
    const Tiles tiles = tiles_of(tile, extent);
    return {tiles.x * tiles.y * tiles.z,
            [tile, tiles](const Node& at) {
                return at.x / tile.x + tiles.x * (at.y / tile.y + tiles.y * (at.z / (tile.z * tile.rows)));
            },
            kernels::whole_step_group};
}

std::vector<kernels::BlockWork> whole_step_work(const KernelTile& tile, const Extent& extent, const NodeTable& table) {
    const Tiles tiles = tiles_of(tile, extent);
    std::vector<kernels::BlockWork> work;
    for (std::int64_t block = 0; block < tiles.x * tiles.y * tiles.z; ++block) {
        const auto first = table.first_group.begin() + block;
        work.push_back({static_cast<int>(block % tiles.x), static_cast<int>(block / tiles.x % tiles.y),
                        static_cast<int>(block / (tiles.x * tiles.y)), first[0], first[1] - first[0]});
    }
    std::ranges::stable_sort(work, std::greater{}, &kernels::BlockWork::groups);
    return work;
}

NodeTable whole_step_table(const DecidedTable* decided, const StencilProblem& problem, const KernelTile& tile) {
    if (decided != nullptr && decided->tile == to_string(tile)) return *decided->table;
    return merge_nodes(problem, device_layout(problem.extent, problem.precision), RowEndMover::passes,
                       whole_step_blocks(tile, problem.extent));
}

std::int64_t whole_step_bytes(const StencilProblem& problem, const KernelTile& tile, const NodeTable& table) {
    const std::int64_t medium =
        problem.speed.bytes_per_node() * device_layout(problem.extent, problem.precision).values;
    const std::int64_t blocks = whole_step_blocks(tile, problem.extent).count;
    return forecast_device_bytes(problem, medium, sizes_of(table),
                                 {static_cast<std::int64_t>(sizeof(kernels::BlockWork)) * blocks});
}

double whole_step_ctpn(const StencilProblem& problem, const Gpu& gpu) {
    const double rate = gpu.triad.of(problem.precision);
    if (rate <= 0) return 0;
    const FittedCard& card = card_of(gpu);
    const auto time = std::ranges::find_if(whole_step_times, [&](const WholeStepTime& row) {
        return row.card == card.name && point_count(problem.stencil) <= row.most_points;
    });
    if (time == std::end(whole_step_times)) throw std::logic_error("no time is known of such whole steps");
    const bool float64 = problem.precision == Precision::float64;
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const double ps = time->node_ps * (float64 ? time->in_double : 1) + (problem.speed.varies ? time->factor_ps : 0) +
                      whole_step_face_ps * wall_faces(problem) / nodes;
    const double computed = 1e-12 * ps * card.multiprocessors / std::max(1, gpu.multiprocessors);
    const double bytes =
        3 * static_cast<double>(bytes_of(problem.precision)) + static_cast<double>(problem.speed.bytes_per_node());
    const double launch = whole_step_launch_s / nodes;
    if (!stays_in_cache(problem)) return computed + bytes / rate + launch;
    return std::max(computed, bytes / (rate * card.cache_speed)) + launch;
}

}  // namespace wavesim
