// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Additional costs of nodes, for cutting a grid into slabs. The unit is the cost of a node in a step without layers,
/// walls and points. They follow from the bytes moved on a GPU.
struct SlabCosts {
    double layer;  ///< of a node of a layer, per axis
    double face;   ///< of a face of a wall
    double read;   ///< of a node that a point reads or drives; not measured
};
inline constexpr SlabCosts slab_costs{.layer = 2.5, .face = 12, .read = 0.5};

}  // namespace wavesim
