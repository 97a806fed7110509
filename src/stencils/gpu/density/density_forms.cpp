// SPDX-License-Identifier: MIT
// Media whose density varies: the plane sweep.
#include <algorithm>
#include <span>

#include "stencils/gpu/density/density_forms.hpp"
#include "stencils/gpu/density/density_times.hpp"

namespace wavesim {

namespace {

constexpr int most_half_order = 8;
constexpr int buffers = 3;  // of the ring, as in the kernel

int pack_of(Precision precision) { return static_cast<int>(16 / bytes_of(precision)); }
int packs_of(int values, int pack) { return (values + pack - 1) / pack; }
int half_order(const Stencil& stencil) { return (radius(stencil) + 1) / 2; }

std::string why_not(const ProblemShape& shape) {
    if (shape.stencil.dims == 2) return "the plane sweep is for 3D grids";
    if (half_order(shape.stencil) > most_half_order)
        return "the plane sweep keeps the sums of fluxes in registers, at most leggy-8";
    return {};
}

int threads(const KernelTile& tile, Precision precision) { return tile.x / pack_of(precision) * tile.y; }

/// The fastest tile without spills on compute capability 9.0, for half orders up to the given one.
struct TileRow {
    int half_order;
    KernelTile tile;
};
constexpr TileRow float_tiles[] = {{2, {128, 8, 1, 1, buffers, 2}},
                                   {4, {128, 16, 1, 1, buffers, 1}},
                                   {5, {64, 24, 1, 1, buffers, 1}},
                                   {most_half_order, {64, 16, 1, 1, buffers, 1}}};
constexpr TileRow double_tiles[] = {
    {2, {64, 8, 1, 1, buffers, 2}}, {4, {64, 12, 1, 1, buffers, 1}}, {most_half_order, {64, 8, 1, 1, buffers, 1}}};

KernelTile tile_of(const ProblemShape& shape) {
    const bool doubles = shape.precision == Precision::float64;
    const std::span<const TileRow> rows = doubles ? std::span<const TileRow>(double_tiles) : float_tiles;
    const auto row = std::find_if(rows.begin(), rows.end() - 1,
                                  [&shape](const TileRow& r) { return half_order(shape.stencil) <= r.half_order; });
    KernelTile tile = row->tile;
    // Half as wide where most of the last column of tiles would lie outside the grid.
    const auto covered = [&](std::int64_t width) { return (shape.extent.nx + width - 1) / width * width; };
    if (100 * covered(tile.x) > 108 * covered(tile.x / 2)) tile.x /= 2, tile.y *= 2;
    return tile;
}

/// Tiles that need no more registers for all threads of a multiprocessor than the usual tile.
std::vector<KernelTile> other_tiles(const KernelTile& usual, const ProblemShape& shape) {
    const int all = threads(usual, shape.precision) * usual.blocks;
    std::vector<KernelTile> tiles;
    for (int x = usual.x / 2; x <= 2 * usual.x; x *= 2)
        for (const int y : {8, 12, 16, 24, 32}) {
            KernelTile tile = usual;
            tile.x = x, tile.y = y;
            const int here = threads(tile, shape.precision);
            tile.blocks = all / here;
            if (here >= 64 && here % 32 == 0 && tile.blocks > 0) tiles.push_back(tile);
        }
    return tiles;
}

/// Packs of faces beside a row of the tile.
int packs_beside(int m, int pack) { return packs_of(m, pack) + packs_of(m - 1, pack); }

/// Bytes of planes of u, two planes of fluxes across x and y, and two planes of buoyancies that threads have loaded
/// ahead.
int shared_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    const int m = half_order(stencil);
    const int r = radius(stencil);
    const int pack = pack_of(precision);
    const int beside = packs_beside(m, pack);
    const int plane = (tile.x + 2 * packs_of(r, pack) * pack) * (tile.y + 2 * r);
    const int fluxes = (tile.x + beside * pack) * tile.y + (tile.y + r) * tile.x;
    const int turns = 2 + packs_of(r * tile.x / pack + beside * tile.y, threads(tile, precision));
    return (tile.buffers * plane + 2 * fluxes) * static_cast<int>(bytes_of(precision)) + 8 * turns * tile.x * tile.y;
}

double loaded_values(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    const int pad = packs_of(radius(stencil), pack_of(precision)) * pack_of(precision);
    const double rim = static_cast<double>(tile.x + 2 * pad) * (tile.y + 2 * radius(stencil)) / (tile.x * tile.y);
    return rim + 2;
}

}  // namespace

const KernelForm forms::density_sweep{
    .backend = "stream25.density",
    .summary = "GPU: media whose density varies, plane sweep, fluxes in shared memory",
    .header = "density/density_sweep",
    .kernel = "DensitySweep",
    .walks_along_z = true,
    .density = true,
    .why_not = why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = shared_bytes,
    .loaded_values = loaded_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return thread_ps(density_times, "stream25.density", card, s, p); },
    .registers = {},
};

std::span<const KernelForm* const> density_forms() {
    static constexpr const KernelForm* table[] = {&forms::density_sweep, &forms::density};
    return table;
}

}  // namespace wavesim
