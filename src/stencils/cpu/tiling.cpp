// SPDX-License-Identifier: MIT
#include "stencils/cpu/tiling.hpp"

#include <algorithm>

#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::cpu {

namespace {

/// Bytes that a tile may keep in cache between panels: a common size of the second-level cache. Measured on a cache of
/// 1 MiB, 512^3 in float: half or three times as much costs 8 to 25 % with 25 and 57 points; 0.9 to 1.25 MiB make no
/// difference.
constexpr std::int64_t tile_cache_bytes = 1024 * 1024;

/// Longer parts of rows would leave the second-level cache before the next row needs them.
constexpr std::int64_t longest_chunk_bytes = 4096;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

Tile whole_grid(const FieldLayout& layout) { return {0, layout.extent.ny, 0, layout.extent.nz}; }

std::vector<std::vector<Tile>> make_tiles(const FieldLayout& layout, Precision precision, int threads,
                                          const Tile& part) {
    const std::int64_t ny = part.y_to - part.y_from;
    const std::int64_t nz = part.z_to - part.z_from;
    const std::int64_t slabs = std::min<std::int64_t>(threads, nz);
    // A panel reads 2 R planes more than it updates, of (rows + 2 R) rows.
    const std::int64_t rows_in_cache =
        tile_cache_bytes / ((2 * layout.halo_z + most_planes) * layout.row_pitch * bytes_of(precision)) -
        2 * layout.halo_y;
    const std::int64_t rows = std::clamp<std::int64_t>(rows_in_cache, 8, ny < 8 ? 8 : ny);
    const std::int64_t blocks = std::min(ny, std::max(divide_up(ny, rows), divide_up(threads, slabs)));

    std::vector<Tile> tiles;
    for (std::int64_t slab = 0; slab < slabs; ++slab) {
        for (std::int64_t block = 0; block < blocks; ++block) {
            tiles.push_back({part.y_from + ny * block / blocks, part.y_from + ny * (block + 1) / blocks,
                             part.z_from + nz * slab / slabs, part.z_from + nz * (slab + 1) / slabs});
        }
    }
    std::vector<std::vector<Tile>> result(static_cast<std::size_t>(threads));
    const auto count = static_cast<std::int64_t>(tiles.size());
    for (std::int64_t t = 0; t < threads; ++t) {
        result[static_cast<std::size_t>(t)].assign(tiles.begin() + count * t / threads,
                                                   tiles.begin() + count * (t + 1) / threads);
    }
    return result;
}

std::int64_t make_chunk(const FieldLayout& layout, Precision precision) {
    const std::int64_t line = 64 / bytes_of(precision);
    const std::int64_t chunks = divide_up(layout.extent.nx, longest_chunk_bytes / bytes_of(precision));
    return divide_up(divide_up(layout.extent.nx, chunks), line) * line;
}

}  // namespace wavesim::cpu
