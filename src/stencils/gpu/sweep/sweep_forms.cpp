// SPDX-License-Identifier: MIT
#include <algorithm>
#include <stdexcept>

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/sweep/sweep_tiles.hpp"
#include "stencils/gpu/sweep/sweep_times.hpp"

namespace wavesim {

namespace {

constexpr int most_reach = 6, most_leggy_reach = 10;
constexpr int warp = 32;

int pack_of(Precision precision) { return static_cast<int>(16 / bytes_of(precision)); }
int padded(int radius, int pack) { return (radius + pack - 1) / pack * pack; }
bool is_star(const Stencil& stencil) { return shape_of(stencil) == StencilShape::leggy; }

std::string why_not(const ProblemShape& shape) {
    const int r = radius(shape.stencil);
    if (shape.stencil.dims == 2) return "the plane sweep is for 3D grids";
    if (r > most_reach && (r > most_leggy_reach || !is_star(shape.stencil)))
        return "the plane sweep keeps 2R+1 running sums in registers, at most R = 6, leggy stencils R = 10";
    return {};
}

int threads(const KernelTile& tile, Precision precision) { return tile.x / pack_of(precision) * (tile.y / tile.rows); }

KernelTile large_tile(const ProblemShape& shape) {
    const int r = radius(shape.stencil);
    const auto row = std::ranges::find_if(sweep_tiles, [&](const SweepTile& one) {
        return r <= one.most_reach && point_count(shape.stencil) <= one.most_points &&
               one.arms.value_or(is_star(shape.stencil)) == is_star(shape.stencil) &&
               one.varies.value_or(shape.speed.varies) == shape.speed.varies;
    });
    if (row == std::end(sweep_tiles)) throw std::logic_error("no tile of the plane sweep is known for this stencil");
    KernelTile tile{row->row_bytes / static_cast<int>(bytes_of(shape.precision)),
                    row->y,
                    1,
                    row->rows,
                    3 + r,
                    row->blocks,
                    row->staged};
    const auto covered = [&](std::int64_t width) { return (shape.extent.nx + width - 1) / width * width; };
    if (tile.x > least_sweep_width && 100 * covered(tile.x) > sweep_cover_percent * covered(tile.x / 2))
        tile.x /= 2, tile.y *= 2;
    return tile;
}

/// If a step stays in the cache, the walk of a block through its planes dominates its time. Narrow tiles give more
/// blocks with fewer planes each.
KernelTile tile_of(const ProblemShape& shape) {
    KernelTile tile = large_tile(shape);
    const int r = radius(shape.stencil);
    const CachedSweepTile& cached = cached_sweep_tile;
    const bool measured = r <= (is_star(shape.stencil) ? cached.most_reach_of_arms : cached.most_reach);
    if (!measured || shape.layers.any() || !stays_in_cache(shape)) return tile;
    const int registers = threads(tile, shape.precision) * tile.blocks;
    tile.x = cached.row_bytes / static_cast<int>(bytes_of(shape.precision));
    tile.y = cached.y;
    if (r == 1) tile.rows = 1;
    tile.blocks = registers / threads(tile, shape.precision);
    return tile;
}

/// Tiles with as many registers per thread as the usual tile allows.
std::vector<KernelTile> other_tiles(const KernelTile& usual, const ProblemShape& shape) {
    const int all = threads(usual, shape.precision) * usual.blocks;
    std::vector<KernelTile> tiles;
    const int widest = shape.precision == Precision::float32 ? 256 : 128;
    for (int x = widest / 4; x <= widest; x *= 2)
        for (const int y : {4, 8, 12, 16, 24, 32, 48})
            for (const int rows : {1, 2}) {
                KernelTile tile = usual;
                tile.x = x, tile.y = y, tile.rows = rows;
                const int here = threads(tile, shape.precision);
                tile.blocks = all / here;
                if (here >= 2 * warp && here % warp == 0 && tile.blocks > 0) tiles.push_back(tile);
            }
    return tiles;
}

/// Bytes of planes of u, of staged u- and factors, of shares and pushes of walls at the ends, and of psi of layers.
int shared_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    const int value = static_cast<int>(bytes_of(precision));
    const int r = radius(stencil);
    const int pack = pack_of(precision);
    const int pad = padded(r, pack);
    const int plane = (tile.x + 2 * pad) * (tile.y + 2 * r);
    const int own = tile.staged ? tile.x * tile.y : 0;
    const int ends = tile.end_column >= 0 ? (4 * tile.y + pack - 1) / pack * pack : 0;
    const int psi = tile.layer == SweptLayer::none      ? 0
                    : tile.layer == SweptLayer::along_x ? (tile.x + 2 * pad) * tile.y
                                                        : tile.x * (tile.y + 2 * r);
    if (tile.medium == 0) return (tile.buffers * (plane + own + ends) + psi) * value;
    return (tile.buffers * (plane + ends) + psi) * value +
           (tile.buffers - r) * ((own * (value + factor_bytes(tile)) + 15) / 16 * 16);
}

/// Each buffer also has a counter of arriving bytes and a gate.
int bulk_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    return shared_bytes(tile, precision, stencil) + 32 * tile.buffers;
}

double loaded_values(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    const int pad = padded(radius(stencil), pack_of(precision));
    const double rim = static_cast<double>(tile.x + 2 * pad) * (tile.y + 2 * radius(stencil)) / (tile.x * tile.y);
    return rim + 1;
}

double sweep_ps(const Stencil& stencil, Precision precision, std::string_view card) {
    return thread_ps(sweep_times, "stream25.sweep", card, stencil, precision);
}

double bulk_sweep_ps(const Stencil& stencil, Precision precision, std::string_view card) {
    return sweep_ps(stencil, precision, card) + thread_ps(bulk_sweep_times, "semi.tma", card, stencil, precision);
}

double bulk_more_s(const StencilProblem& problem) {
    const bool mirrors = std::ranges::all_of(
        problem.halo, [](HaloRule rule) { return rule == HaloRule::mirror_half || rule == HaloRule::mirror_whole; });
    const double ps = (problem.speed.varies ? bulk_more.factor_ps : 0) +
                      (layer_share(problem) > 0 ? bulk_more.layer_ps : 0) +
                      (wall_faces(problem) > 0 ? bulk_more.wall_ps : 0) + (mirrors ? 0 : bulk_more.other_side_ps);
    return bulk_more.first_plane_s + 1e-12 * ps * static_cast<double>(problem.extent.nodes());
}

constexpr SpeedShape varies{true, MediumStorage::float32};
constexpr SpeedShape in_int16{true, MediumStorage::int16};
constexpr SpeedShape in_index8{true, MediumStorage::index8};
constexpr SpeedShape in_index16{true, MediumStorage::index16};

constexpr ExpectedRegisters registers[] = {
    {"leggy-1", {70, 71, 74, 74}},
    {"leggy-2", {95, 96, 95, 102}},
    {"leggy-4", {154, 158, 149, 156}},
    {"leggy-8", {147, 158, 147, 158}},
    {"compact-27-iwb", {80, 80, 80, 80}},
    {"compact-57-opt", {119, 128, 120, 124}},
    {"box-125-opt", {128, 132, 124, 128}},
    {"leggy-1", {80, 81, 83, 83}, varies},
    {"leggy-2", {102, 101, 102, 107}, varies},
    {"leggy-4", {154, 154, 151, 160}, varies},
    {"compact-27-iwb", {89, 94, 91, 104}, varies},
    {"compact-57-opt", {122, 132, 117, 126}, varies},
    {"box-125-opt", {128, 142, 124, 128}, varies},
    {"leggy-1", {80, 81, 83, 83}, in_int16},
    {"leggy-1", {80, 81, 83, 83}, in_index8},
    {"leggy-4", {154, 154, 153, 160}, in_int16},
    {"leggy-4", {154, 154, 153, 160}, in_index8},
    {"leggy-4", {154, 154, 153, 160}, in_index16},
    {"box-125-opt", {128, 142, 124, 128}, in_index8},
};

constexpr ExpectedRegisters bulk_registers[] = {
    {"leggy-1", {0, 0, 72, 80}},           {"leggy-4", {0, 0, 152, 158}},
    {"leggy-8", {0, 0, 161, 168}},         {"compact-57-opt", {0, 0, 122, 128}},
    {"leggy-4", {0, 0, 166, 168}, varies}, {"leggy-4", {0, 0, 166, 168}, in_int16},
};

}  // namespace

const KernelForm forms::sweep{
    .backend = "stream25.sweep",
    .summary = "GPU: plane sweep, in-plane class sums, running sums along z",
    .header = "sweep/sweep",
    .kernel = "Sweep",
    .walks_along_z = true,
    .sweeps = true,
    .slabs = &forms::sweep,
    .finishes_ends = true,
    .why_not = why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = shared_bytes,
    .loaded_values = loaded_values,
    .thread_ps = sweep_ps,
    .registers = registers,
};

const KernelForm forms::semi_tma = [] {
    KernelForm form = forms::sweep;
    form.backend = "semi.tma";
    form.summary = "GPU: the plane sweep with bulk copies of rows; compute capability 9.0";
    form.header = "sweep/bulk_sweep";
    form.kernel = "BulkSweep";
    form.same_bits_as = forms::sweep.backend;
    form.capability = 9;
    form.shared_bytes = bulk_bytes;
    form.thread_ps = bulk_sweep_ps;
    form.registers = bulk_registers;
    form.more_s = bulk_more_s;
    return form;
}();

const KernelForm forms::sweep_between_passes = [] {
    KernelForm form = forms::sweep;
    form.finishes_ends = false;
    return form;
}();

std::span<const KernelForm* const> sweep_forms() {
    static constexpr const KernelForm* table[] = {&forms::sweep, &forms::semi_tma};
    return table;
}

}  // namespace wavesim
