// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Travel times, s, of the fastest sound from a point to others, around solids: of direct waves or of head waves along
/// a faster layer. Exact for media with one speed and no solids. Otherwise the eikonal equation is solved on a separate
/// coarse grid by first-order fast sweeping (Zhao, Math. Comp. 74 (2005) 603). The times are then too late by about 1
/// %, around edges of solids by 5 %. Infinite if solids seal off a point. Empty for TTI media and for domains too thin
/// for such a grid.
std::vector<double> first_arrivals(const Scene& scene, const Point& source, const std::vector<Point>& points);

}  // namespace wavesim
