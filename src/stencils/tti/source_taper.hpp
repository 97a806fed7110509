// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"

namespace wavesim {

/// Cells around a source in which a TTI medium is elliptical, and cells over which that fades out.
inline constexpr int source_radius = 8;

/// What is left of epsilon - delta so many cells from the source, 0 to 1.
double taper_share(double cells);

/// Makes the medium elliptical (delta = epsilon) around a node, so that a source there sends no second wave: within
/// `source_radius` cells entirely, and along a raised cosine to nothing in as many cells more.
void taper_around(TiltedMedium& medium, const Extent& extent, const Node& source);

}  // namespace wavesim
