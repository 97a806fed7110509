// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// Number of cells into which the faces of the solids cut the domain, for the requested geometry and for that on the
/// grid. It is the cost of report_geometry, which grows with the solids and not with the nodes.
double geometry_cells(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces);

/// Requested geometry compared with its form on the grid. Both are exact for overlapping and touching boxes (later
/// boxes win). `admittance` per surface of the table. A mesh is measured on at most `threads` threads.
GeometryReport report_geometry(const Scene& scene, const GridChoice& grid, WallPosition walls,
                               const SurfaceTable& surfaces, const std::vector<double>& admittance, int threads = 1);

/// One warning per size, volume or area that is wrong by more than 0.5 %.
std::vector<std::string> geometry_warnings(const GeometryReport& report, int dims);

}  // namespace wavesim
