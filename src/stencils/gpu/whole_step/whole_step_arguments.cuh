// SPDX-License-Identifier: MIT
// Arguments of the kernel that does a whole step, shared by host and device.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// Nodes of a group: one per lane of a warp. More per lane would need more registers than the stencil.
inline constexpr int whole_step_group = 32;

/// What a block does: its tile, counted in tiles from node (0, 0, 0), and the groups of nodes that lie in it.
struct BlockWork {
    int tile_x, tile_y, tile_z;
    int first_group, groups;
};

/// The field, the lists of single nodes, and the work of each block after those of the receivers.
template <class Real>
struct WholeStepArguments {
    FieldArguments<Real> field;
    PassArguments<Real> passes;  ///< `ends` is not used
    const BlockWork* work;
};

}  // namespace wavesim::kernels
