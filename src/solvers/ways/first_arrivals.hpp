// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Seconds that the fastest sound takes from a point to others, around solids, whatever way it takes: direct or along a
/// faster layer. Media of one speed without solids: exact. Others: the eikonal equation on a coarse grid of its own, by
/// fast sweeping of first order (Zhao, Math. Comp. 74 (2005) 603), late by about 1 %, around edges of solids by 5 %.
/// Infinite where solids seal a point off; empty for TTI media and where the domain is too flat for such a grid.
std::vector<double> first_arrivals(const Scene& scene, const Point& source, const std::vector<Point>& points);

}  // namespace wavesim
