// SPDX-License-Identifier: MIT
// Nodes of sources and receivers in the tiles of a pass of several steps.
#pragma once
#include "stencils/gpu/temporal/driven_nodes.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// Nodes of a list sorted by tile, plane and position.
struct TileLists {
    std::vector<kernels::TilePlanes> tile;
    std::vector<int> first;
    std::vector<kernels::TileNode> node;
};
/// Lists the nodes of all receivers by tile, numbered consecutively.
TileLists heard_nodes(const std::vector<PointWeights>& receivers, const TemporalTiling& tiling,
                      const DeviceLayout& layout);

/// Lengths of the lists of heard_nodes.
struct TileListSizes {
    std::int64_t tiles = 0;
    std::int64_t firsts = 0;
    std::int64_t nodes = 0;

    std::int64_t bytes() const;
};
/// The sizes for all receivers of a problem, whether they list their nodes or have boxes.
TileListSizes heard_sizes(const StencilProblem& problem, const TemporalTiling& tiling);

/// Increments of the sources at the levels of a pass, in the layout of kernels::TemporalArguments.
struct PassPushes {
    std::vector<kernels::TilePlanes> tile;  ///< planes with sources, numbered over all tiles
    std::vector<kernels::Push> push;        ///< nodes, numbered as in NodeTable::source_first
    std::int64_t level_values = 0;          ///< distance from a push of a level to that of the next one
    std::int64_t values = 0;                ///< number of values of all levels
};
PassPushes pass_pushes(const std::vector<NumberedNode>& driven, const TemporalTiling& tiling,
                       const DeviceLayout& layout);

}  // namespace wavesim
