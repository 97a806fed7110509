// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/gpu/common/row_ends.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Position of a logical node in device memory: rows padded to `pitch`, planes to `plane` values.
struct DeviceLayout {
    Extent extent;
    std::int64_t pitch = 0;
    std::int64_t plane = 0;
    std::int64_t origin = 0;  ///< of node (0, 0, 0) in an array
    std::int64_t values = 0;  ///< of an array
    /// Offset of a node from node (0, 0, 0).
    std::int64_t offset(const Node& at) const { return at.x + at.y * pitch + at.z * plane; }
    std::int64_t offset(std::int64_t node) const { return offset(node_at(extent, node)); }
};
/// A layout without a halo; only the rows are padded.
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
    RowEndTable ends;              ///< nodes with one lossy face and nothing else, if the sweep updates them
    std::vector<int> first_group;  ///< of each block, and the number of groups; empty without NodeBlocks
};
/// Host memory of a table [bytes].
std::int64_t host_bytes(const NodeTable& table);
/// Blocks of nodes, if no group may have nodes of two: their number, the block of a node, and how many nodes a group
/// may have. Groups then come block by block.
struct NodeBlocks {
    std::int64_t count = 0;
    std::function<std::int64_t(const Node&)> of;
    int most_in_group = kernels::group_nodes;
};
/// True if the node at `place` belongs to the group of `count` nodes that starts at `first`.
inline bool joins_group(long long first, int count, long long place, int most = kernels::group_nodes) {
    return count < most && place - first <= std::numeric_limits<int>::max();
}
/// Length of a list padded to a cache line, where the next group begins.
constexpr std::int64_t whole_lines(std::int64_t entries) { return (entries + 31) / 32 * 32; }
/// Converts to int; throws std::length_error if the value is too large for the GPU.
int expect_int(std::int64_t value);

/// Throws std::length_error beyond 2^31 faces.
NodeTable merge_nodes(const StencilProblem& problem, const DeviceLayout& layout,
                      RowEndMover mover = RowEndMover::passes, const NodeBlocks& blocks = {});

}  // namespace wavesim
