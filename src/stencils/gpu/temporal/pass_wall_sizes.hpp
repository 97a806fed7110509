// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// Numbers of nodes, quads and kinds, for planning without the lists themselves (PassWalls). A plan has one bit per
/// quad and reads the lists of the problem once more. The lists need 28 bytes per node while they are made, and the
/// table of single steps before. So they are made by the run, which reserves the memory that was counted here.
struct PassWallSizes {
    int kinds = 0;
    int faces = 0;
    bool branch = false;
    std::int64_t nodes = 0;  ///< of walls, solids and sources
    std::int64_t quads = 0;
    std::int64_t further_faces = 0;  ///< at most
    std::int64_t planes = 0;         ///< entries of PassWalls::first
    std::int64_t driven = 0;         ///< quads with sources, at most
    std::int64_t shared = 0;         ///< quads of rows that a panel computes but does not own
    /// The largest number of quads of all levels in one iteration, over all tiles.
    int most_together(int levels) const;

    /// Number of quads for each tile and plane (tiles, nz).
    std::vector<std::uint16_t> quads_of_plane;
    std::int64_t nz = 0;
};
/// `table`: sizes for the same problem, if passes update all walls.
PassWallSizes pass_wall_sizes(const StencilProblem& problem, const NodeActions& actions, const TemporalTiling& tiling,
                              const NodeTableSizes& table);
/// Device memory of each list [bytes].
std::vector<std::int64_t> list_bytes(const PassWallSizes& sizes, const TemporalTiling& tiling);
/// Host memory while the lists are made [bytes], including the table of single steps from which they are made.
std::int64_t making_bytes(const PassWallSizes& sizes, const TemporalTiling& tiling);

}  // namespace wavesim
