// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// Values that a GPU moves for the bulk step of a box with a tile, per node of the box. They include the share of the
/// tile's halo, nodes of tiles outside the grid, planes that blocks read before their first one, and the last wave of
/// blocks, which is not full. Tiles of one form are compared by it.
double tile_cost(const KernelForm& form, const KernelTile& tile, const ProblemShape& shape, const Gpu& gpu);

}  // namespace wavesim
