// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// How many nodes, quads and kinds there will be: what planning asks, without the lists themselves.
struct PassWallSizes {
    int kinds = 0;
    int faces = 0;
    bool branch = false;
    std::int64_t nodes = 0;  ///< of walls, solids and sources
    std::int64_t quads = 0;
    std::int64_t further_faces = 0;  ///< at most
    std::int64_t planes = 0;         ///< entries of PassWalls::first
    std::int64_t driven = 0;         ///< quads with sources, at most
    std::int64_t shared = 0;         ///< quads of rows that a panel computes and does not own
    /// Quads of all levels that an iteration meets at most, in any tile.
    int most_together(int levels) const;

    /// Quads of each tile and plane (tiles, nz).
    std::vector<std::uint16_t> quads_of_plane;
    std::int64_t nz = 0;
};
/// `table`: of the same problem, where passes move all walls.
PassWallSizes pass_wall_sizes(const StencilProblem& problem, const NodeActions& actions, const TemporalTiling& tiling,
                              const NodeTableSizes& table);
/// Device memory of the lists [bytes], each.
std::vector<std::int64_t> list_bytes(const PassWallSizes& sizes, const TemporalTiling& tiling);
/// Host memory while they are made [bytes], with the table of single steps that they are made from.
std::int64_t making_bytes(const PassWallSizes& sizes, const TemporalTiling& tiling);

}  // namespace wavesim
