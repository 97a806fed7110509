// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/resident/resident_tiling.hpp"

namespace wavesim {

/// The lists of blocks that keep their parts of the field.
struct ResidentLists {
    NodeTable table;  ///< with places in the blocks instead of positions in the field
    std::vector<kernels::ResidentBlock> blocks;
    std::vector<kernels::Exchange> exchanges;  ///< (block, items)
    std::vector<kernels::HeardNode> heard;     ///< block by block
};
/// `table`: of ResidentTiling::node_blocks.
ResidentLists resident_lists(const StencilProblem& problem, const ResidentTiling& tiling, NodeTable table);

/// Predicted time of a warp for a group of nodes of a kind [s].
double finishing_s(const kernels::NodeKind& kind);
/// Puts the groups of each block into an order in which its warps, which take them in turn, have about equally much to
/// do. resident_lists does so, too.
void deal_groups(NodeTable& table, const ResidentTiling& tiling);

/// Empty if all nodes that corrections read lie in the block of their node or in the packs that it receives, else one
/// sentence.
std::string corrections_why_not(const NodeTable& table, const DeviceLayout& layout, bool corners);

}  // namespace wavesim
