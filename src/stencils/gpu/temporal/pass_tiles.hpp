// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/grid/grid.hpp"
#include "stencils/problem/medium_storage.hpp"

namespace wavesim {

/// A tuned row: the most steps of a pass in 3D for which registers and shared memory suffice. With one more, registers
/// spill and a pass needs more than twice the time. It holds for all problems that agree with the fields that are set;
/// the first such row is used.
struct PassLevels {
    std::string_view card;          ///< on whose architecture kernels were compiled; it is used on every GPU
    int least_reach = 1;            ///< of the stencil [nodes]
    std::optional<bool> arms = {};  ///< points of the stencil only along the axes
    std::optional<Precision> precision = {};
    std::optional<bool> walls = {};             ///< walls or solids inside the pass
    std::optional<bool> varies = {};            ///< whether nodes have factors of their own
    std::optional<MediumStorage> storage = {};  ///< of the factors
    int levels;
};
inline constexpr PassLevels pass_levels[] = {
    {.card = h200, .least_reach = 2, .arms = true, .levels = 3},
    {.card = h200, .least_reach = 2, .precision = Precision::float32, .varies = false, .levels = 3},
    {.card = h200, .least_reach = 2, .levels = 2},
    {.card = h200, .arms = true, .precision = Precision::float32, .walls = false, .varies = false, .levels = 5},
    {.card = h200, .arms = true, .levels = 4},
    {.card = h200, .precision = Precision::float32, .walls = true, .varies = true, .levels = 3},
    {.card = h200, .precision = Precision::float32, .varies = true, .storage = MediumStorage::float32, .levels = 3},
    {.card = h200, .levels = 4},
};

/// Rows of tiles. They are as low as the number of multiprocessors allows, since an iteration needs the time of one
/// tile, but even lower tiles are not faster.
struct PassHeights {
    std::string_view card;
    int most_bytes;  ///< of a column of the highest tile: shared memory holds four levels of it
    int least_rows;
    int step;  ///< rows by which tiles become lower
};
inline constexpr PassHeights pass_heights{.card = h200, .most_bytes = 128, .least_rows = 16, .step = 8};

/// Higher tiles with fewer steps, chosen if they save a panel: in double a pass of three steps with tiles of 18 rows
/// needs as much time as one of four steps with 16 rows.
struct HigherPassTiles {
    std::string_view card;
    Precision precision;
    int reach;
    int tile_y;
    int levels;
    int slots;  ///< planes of a level in shared memory; more of them need fewer registers
};
inline constexpr HigherPassTiles higher_pass_tiles{
    .card = h200, .precision = Precision::float64, .reach = 1, .tile_y = 18, .levels = 3, .slots = 6};

}  // namespace wavesim
