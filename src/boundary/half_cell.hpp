// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Where the wall lies: half a cell beyond the last node (faces of voxels), or on the last node.
enum class WallPosition { half, whole };

/// D0: the lumped mass of air, in cells, that stands in series with every wall face so that the reflection is
/// second-order accurate. From the stencil collapsed to 1-D with symbol sigma(k) = sum 4 a_m sin^2(mk/2):
///   half:  1/2 + (1/pi) int_0^pi (1 + cos k) [1/(4 sin^2(k/2)) - 1/sigma(k)] dk
///   whole: (2/pi) int_0^pi [1/(4 sin^2(k/2)) - 1/sigma(k)] dk      (midpoint rule, 4000 nodes)
double half_cell_air_mass(const Stencil& stencil, WallPosition position);

}  // namespace wavesim
