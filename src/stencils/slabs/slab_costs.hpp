// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// What nodes take beside the bare step when a grid is cut into slabs, in nodes of that step: from the bytes that they
/// move on a GPU.
struct SlabCosts {
    double layer;  ///< of a node of a layer, per axis
    double face;   ///< of a face of a wall
    double read;   ///< of a node that a point reads or drives; not measured
};
inline constexpr SlabCosts slab_costs{.layer = 2.5, .face = 12, .read = 0.5};

}  // namespace wavesim
