// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/gpu/temporal/pass_panels.hpp"
#include "stencils/gpu/temporal/temporal_arguments.cuh"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// Requirements of walls, solids and sources inside a pass (gpu/temporal/temporal_walls.cuh); all zero without walls.
struct WallTiling {
    int warps = 0;                              ///< warps that update them
    int kinds = 0;                              ///< kinds of nodes, including the ordinary one
    int faces = 0;                              ///< most faces of a node
    int pool = 0;                               ///< largest number of quads of all levels in one iteration, over all
                                                ///< tiles
    bool branch = false;                        ///< the walls are branch walls, else explicit ones
    std::int64_t quads = 0;                     ///< of all tiles; as counted by pass_wall_sizes
    std::int64_t planes = 0;                    ///< entries of PassWalls::first
    std::vector<std::int64_t> list_bytes = {};  ///< device memory of each list
    std::int64_t making_bytes = 0;              ///< host memory while the lists are made

    /// Further shared memory of a block besides its planes [bytes].
    int bytes(int levels, int tile_y) const {
        return warps == 0 ? 0 : 16 * kinds * (1 + faces) + 2 * 20 * pool + 2 * 4 * levels * tile_y;
    }
};

/// How a pass of several steps (gpu/temporal/temporal.cuh) divides a grid: one block for each tile of the xy plane.
struct TemporalTiling {
    static constexpr int pack = 4;  ///< nodes of a quad (kernels::WallQuad)

    int value_bytes = 4;
    int reach = 1;   ///< of the stencil
    int medium = 0;  ///< kernels::Medium
    int tile_x = 64;
    int tile_y = 32;
    int rows = 2;       ///< per thread
    int levels = 4;     ///< time steps of a pass
    int slots = 5;      ///< planes of a level in shared memory
    int rim_warps = 4;  ///< warps that load the halo of a tile
    int tiles_x = 0;
    int tiles_y = 0;  ///< rows of tiles of a panel
    PassPanels panels;
    WallTiling walls;

    int tiles() const { return tiles_x * tiles_y; }
    int tiles_of_all_panels() const { return panels.count * tiles(); }
    /// Rows of tiles of one panel: the last panel may have fewer.
    int tile_rows(int panel) const { return (panels.rows_of(panel) + tile_y - 1) / tile_y; }
    /// Calls act(tile, position in its plane, whether the panel owns it) for each tile that computes a node.
    template <class Act>
    void at(std::int64_t x, std::int64_t y, Act act) const {
        panels.at(y, [&](int panel, int row, bool own) {
            act(panel * tiles() + row / tile_y * tiles_x + static_cast<int>(x / tile_x),
                row % tile_y * tile_x + static_cast<int>(x % tile_x), own);
        });
    }
    /// The first row of a tile in the grid; below, its first column.
    std::int64_t first_row(int tile) const {
        return panels.first(tile / tiles()) + static_cast<std::int64_t>(tile % tiles() / tiles_x) * tile_y;
    }
    std::int64_t first_column(int tile) const { return static_cast<std::int64_t>(tile % tiles_x) * tile_x; }
    /// Planes between a level and the level before it (gpu/temporal/temporal_tile.cuh).
    int lag() const { return reach + 2; }
    /// Number of iterations of a pass.
    std::int64_t iterations(std::int64_t nz) const { return nz + lag() * (levels - 1) + reach; }
    /// Threads that update nodes, 16 bytes of each of their rows.
    int movers() const { return tile_x * value_bytes / 16 * (tile_y / rows); }
    int threads() const { return movers() + 32 * (rim_warps + walls.warps); }
    int shared_bytes() const;
    /// Size of a word by which tiles exchange halo values.
    int bytes_of_rim_word() const { return 2 * value_bytes; }
    std::int64_t rim_words() const {
        return std::int64_t{levels - 1} * slots * tiles() * 2 * reach * (tile_x + tile_y);
    }
};

/// Text with the nodes of a tile and the steps of a pass.
std::string to_string(const TemporalTiling& tiling);

/// Steps and tiles of a pass, and panels of at most as many tiles as the GPU has multiprocessors. As many steps as fit
/// registers and shared memory: 3 to 5, with walls 4. Whether there are walls affects the number of steps; their number
/// does not.
TemporalTiling pass_tiles(const StencilProblem& problem, const Gpu& gpu);
/// The same with the requirements of walls, which are counted for it. `table`: sizes of the lists of all nodes, if
/// passes update them. Its shared memory may exceed the limit of a block.
TemporalTiling temporal_tiling(const StencilProblem& problem, const Gpu& gpu, const NodeActions& actions,
                               const NodeTableSizes& table);
/// The same, counting everything that is needed.
TemporalTiling temporal_tiling(const StencilProblem& problem, const Gpu& gpu);

/// Empty when passes of several steps can run problems like this one, else one sentence why not.
std::string temporal_why_not(const StencilProblem& problem, const Gpu& gpu);
/// Empty when a GPU has enough memory and multiprocessors for the tiling, else one sentence why not.
std::string tiling_why_not(const TemporalTiling& tiling, const Gpu& gpu);

/// The tiling that a plan has chosen, and the GPU that it is for.
struct DecidedPasses {
    TemporalTiling tiling;
    int multiprocessors = 0;
    int shared_per_block = 0;  ///< bytes
};
/// The tiling of the plan if it was decided for a GPU like this one, else that of temporal_tiling(). `decided` may be
/// null.
TemporalTiling decided_tiling(const DecidedPasses* decided, const StencilProblem& problem, const Gpu& gpu);

/// The target architecture of the run-time compiler for a pass.
std::string pass_architecture(const Gpu& gpu);

/// Arguments of one panel of a pass, from `whole` for all rows. `late`: (2, panels - 1, nz, overlap, pitch).
template <class Real>
kernels::TemporalArguments<Real> panel_part(const kernels::TemporalArguments<Real>& whole, const TemporalTiling& tiling,
                                            int panel, std::int64_t pitch, Real* late);
/// Size of `late` in values: rows that a panel finishes before the next panel has read their old values.
std::int64_t late_values(const TemporalTiling& tiling, const Extent& extent, std::int64_t pitch);

/// Device memory in addition to that of single steps [bytes].
std::int64_t temporal_bytes(const StencilProblem& problem, const TemporalTiling& tiling, const ActingSources& sources);

/// The whole grid as a single region.
std::vector<Region> temporal_regions(const StencilProblem& problem, const TemporalTiling& tiling);

}  // namespace wavesim
