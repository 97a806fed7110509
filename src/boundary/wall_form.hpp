// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// How walls are discretised.
enum class WallForm {
    automatic,  ///< half, explicit where it is proven stable, branch elsewhere
    half,       ///< wall half a cell beyond the last node
    whole,      ///< wall on the last node; empty boxes only
    lumped,     ///< half without the series half cell of air: first order, for comparison
    vertex,     ///< half, as ports at the vertices of cells that read all nodes around them; 3D
};

}  // namespace wavesim
