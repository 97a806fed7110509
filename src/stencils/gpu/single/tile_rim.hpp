// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Nodes of a plane of a tile with its halo.
inline int with_rim(const KernelTile& tile, const Stencil& stencil) {
    const int r = radius(stencil);
    return (tile.x + 2 * r) * (tile.y + (stencil.dims == 2 ? 0 : 2 * r));
}

/// Values that a thread loads from caches and memory per node, u- included, if a block reads planes with their halos.
inline double rim_values(const KernelTile& tile, Precision, const Stencil& stencil) {
    return static_cast<double>(with_rim(tile, stencil)) / (tile.x * tile.y) + 1;
}

}  // namespace wavesim
