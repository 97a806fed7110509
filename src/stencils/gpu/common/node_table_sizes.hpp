// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/gpu/common/acted_nodes.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// Lengths of the lists of a NodeTable, for planning without the lists themselves.
struct NodeTableSizes {
    std::int64_t groups = 0;
    std::int64_t kinds = 0;
    std::int64_t offsets = 0;
    std::int64_t neighbours = 0;  ///< number of neighbours of corrections, and of their weights
    std::int64_t faces = 0;       ///< number of laws of all kinds
    std::int64_t explicit_states = 0;
    std::int64_t branch_states = 0;
    std::int64_t kept_nodes = 0;
    std::int64_t driven_nodes = 0;
    std::int64_t sources = 0;   ///< entries of all driven nodes
    std::int64_t row_ends = 0;  ///< entries of RowEndTable::law
    int most_faces = 0;         ///< largest number of faces of a node
};

/// Those of a table that is there, except for its row ends and most_faces.
NodeTableSizes sizes_of(const NodeTable& table);

/// The sizes for both values of RowEndMover, from one traversal.
struct NodeTableForecast {
    NodeTableSizes by_passes;
    NodeTableSizes by_sweep;

    const NodeTableSizes& of(RowEndMover mover) const { return mover == RowEndMover::sweep ? by_sweep : by_passes; }
};
/// Throws std::length_error as merge_nodes does.
NodeTableForecast forecast_node_tables(const StencilProblem& problem, const NodeActions& actions,
                                       const DeviceLayout& layout);

}  // namespace wavesim
