// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"

namespace wavesim {

/// A tuned row: the tile of the plane sweep on a large grid. It holds for all problems that agree with the fields that
/// are set; the first such row is used. Buffers for planes are three more than the reach. Fields
/// stand in the order in which a row is read.
struct SweepTile {                    // NOLINT(clang-analyzer-optin.performance.Padding)
    std::string_view card;            ///< on which it was the quickest; it is used on every GPU
    std::optional<bool> arms = {};    ///< points of the stencil only along the axes
    int most_reach = 1000;            ///< of the stencil [nodes]
    int most_points = 1'000'000;      ///< of the stencil
    std::optional<bool> varies = {};  ///< whether nodes have factors of their own
    int row_bytes;                    ///< width of the tile: as many nodes as have so many bytes
    int y;                            ///< rows of the tile
    int rows;                         ///< nodes of a thread
    int blocks;                       ///< of a multiprocessor: another one would have no registers
    bool staged = false;              ///< u- through shared memory instead of registers
};
/// From measurements on compute capability 9.0 (docs/performance.md): with small radii the nodes of a thread share
/// rows, large radii need the registers for the running sums. Factors need the registers of a third block. Tests find
/// other numbers of blocks by the recorded registers of seven stencils, which meet six of the nine rows. Of other
/// shapes they find some; which one is quickest only a GPU tells.
inline constexpr SweepTile sweep_tiles[] = {
    {.card = h200, .most_reach = 1, .varies = true, .row_bytes = 1024, .y = 8, .rows = 2, .blocks = 2},
    {.card = h200, .most_reach = 1, .row_bytes = 1024, .y = 8, .rows = 2, .blocks = 3},
    {.card = h200, .arms = true, .most_reach = 2, .row_bytes = 1024, .y = 12, .rows = 2, .blocks = 1, .staged = true},
    {.card = h200,
     .most_reach = 2,
     .most_points = 39,
     .row_bytes = 1024,
     .y = 12,
     .rows = 2,
     .blocks = 1,
     .staged = true},
    {.card = h200, .most_reach = 2, .row_bytes = 1024, .y = 16, .rows = 2, .blocks = 1, .staged = true},
    {.card = h200, .arms = true, .most_reach = 4, .row_bytes = 512, .y = 24, .rows = 2, .blocks = 1, .staged = true},
    {.card = h200, .most_reach = 3, .row_bytes = 512, .y = 4, .rows = 1, .blocks = 3},
    {.card = h200, .most_reach = 6, .row_bytes = 512, .y = 8, .rows = 1, .blocks = 2},
    {.card = h200, .row_bytes = 512, .y = 12, .rows = 1, .blocks = 1},
};

/// Tiles of grids that stay in the cache, for which they were measured: up to this reach, of arms and of others. A
/// block has as many registers as by the row above.
struct CachedSweepTile {
    std::string_view card;
    int most_reach, most_reach_of_arms;
    int row_bytes;
    int y;
};
inline constexpr CachedSweepTile cached_sweep_tile{
    .card = h200, .most_reach = 2, .most_reach_of_arms = 4, .row_bytes = 256, .y = 16};

/// A tile is half as wide and twice as high where its columns would cover more than so many per cent of the nodes that
/// narrower columns cover. Tiles keep at least this width [nodes].
inline constexpr int sweep_cover_percent = 108, least_sweep_width = 64;

}  // namespace wavesim
