// SPDX-License-Identifier: MIT
#include "stencils/cpu/tiling.hpp"

#include <algorithm>

namespace wavesim::cpu {

namespace {

/// What a tile may keep in cache between planes: half of a common second-level cache.
constexpr std::int64_t tile_cache_bytes = 512 * 1024;

/// What the rows of a chunk may occupy of a first-level cache of 32 KiB.
constexpr std::int64_t chunk_cache_bytes = 24 * 1024;
/// Where that needs shorter chunks than this, their ends cost more than the misses: then chunks are long.
constexpr std::int64_t shortest_chunk_bytes = 1024;
constexpr std::int64_t longest_chunk_bytes = 4096;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

std::vector<std::vector<Tile>> make_tiles(const FieldLayout& layout, Precision precision, int threads) {
    const Extent& extent = layout.extent;
    const std::int64_t slabs = std::min<std::int64_t>(threads, extent.nz);
    // (2 R + 1) planes of (rows + 2 R) rows stay in cache while z advances by one.
    const std::int64_t rows_in_cache =
        tile_cache_bytes / ((2 * layout.halo_z + 1) * layout.row_pitch * bytes_of(precision)) - 2 * layout.halo_y;
    const std::int64_t rows = std::clamp<std::int64_t>(rows_in_cache, 8, extent.ny < 8 ? 8 : extent.ny);
    const std::int64_t blocks = std::min(extent.ny, std::max(divide_up(extent.ny, rows), divide_up(threads, slabs)));

    std::vector<Tile> tiles;
    for (std::int64_t slab = 0; slab < slabs; ++slab) {
        for (std::int64_t block = 0; block < blocks; ++block) {
            tiles.push_back({extent.ny * block / blocks, extent.ny * (block + 1) / blocks, extent.nz * slab / slabs,
                             extent.nz * (slab + 1) / slabs});
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

std::int64_t make_chunk(const FieldLayout& layout, Precision precision, std::int64_t rows) {
    const std::int64_t line = 64 / bytes_of(precision);
    const std::int64_t fitting = std::min(chunk_cache_bytes / (rows + 1), longest_chunk_bytes);
    const std::int64_t longest = (fitting < shortest_chunk_bytes ? longest_chunk_bytes : fitting) / bytes_of(precision);
    const std::int64_t chunks = divide_up(layout.extent.nx, longest);
    return divide_up(divide_up(layout.extent.nx, chunks), line) * line;
}

}  // namespace wavesim::cpu
