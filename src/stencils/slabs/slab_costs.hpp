// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Additional costs of nodes, for cutting a grid into slabs. The unit is the cost of a node in a step without layers,
/// walls and points. They follow from the bytes moved on a GPU.
struct SlabCosts {
    double layer;  ///< per node and axis of a layer
    double face;   ///< per face of a wall
    double read;   ///< per node that a receiver reads or a source acts on; not measured
};
inline constexpr SlabCosts slab_costs{.layer = 2.5, .face = 12, .read = 0.5};

}  // namespace wavesim
