// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/kernels/arguments.cuh"
#include "stencils/launch/row_ends.hpp"
#include "stencils/problem.hpp"

namespace wavesim {

/// Where a logical node stands in device memory: rows padded to `pitch`, planes to `plane` values.
struct DeviceLayout {
    Extent extent;
    std::int64_t pitch = 0;
    std::int64_t plane = 0;
    std::int64_t origin = 0;  ///< of node (0, 0, 0) in an array
    std::int64_t values = 0;  ///< of an array
    /// From node (0, 0, 0).
    std::int64_t offset(std::int64_t node) const {
        const Node at = node_at(extent, node);
        return at.x + at.y * pitch + at.z * plane;
    }
};
/// Without anything around the nodes but what fills up rows.
DeviceLayout device_layout(const Extent& extent, Precision precision);

/// Everything that acts on single nodes, merged node by node and sorted into groups of nodes of one kind, groups in the
/// order of the field. Lists are aligned to whole cache lines where groups begin.
struct NodeTable {
    std::vector<kernels::NodeGroup> groups;
    std::vector<kernels::NodeKind> kinds;
    std::vector<int> offset;
    std::vector<long long> correction_neighbour;
    std::vector<double> correction_weight;
    std::vector<kernels::FaceLaw<double>> faces;
    std::int64_t explicit_states = 0;
    std::int64_t branch_states = 0;
    std::vector<long long> kept_node;  ///< device offset per kept level of branch nodes; -1 for padding
    std::vector<int> source_first{0};
    std::vector<int> source;
    std::vector<double> source_weight;
    RowEndTable ends;  ///< nodes with one lossy face and nothing else, where the sweep moves these
};
/// Throws std::length_error beyond 2^31 faces.
NodeTable merge_nodes(const StencilProblem& problem, const DeviceLayout& layout,
                      RowEndMover mover = RowEndMover::passes);

}  // namespace wavesim
