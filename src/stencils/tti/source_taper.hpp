// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim {

/// Radius in cells around a source in which a TTI medium is elliptical, and width in cells of the transition outside
/// it.
inline constexpr int source_radius = 8;

/// The fraction of epsilon - delta that remains at that many cells from the source, 0 to 1.
double taper_share(double cells);

/// Makes the medium elliptical (delta = epsilon) around a node, so that a source there emits no second wave. It is
/// elliptical within `source_radius` cells; over as many further cells the change decreases to 0 as a raised cosine.
void taper_around(TiltedMedium& medium, const Extent& extent, const Node& source);

}  // namespace wavesim
