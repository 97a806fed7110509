// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/plan.hpp"
#include "solvers/solid_boxes.hpp"

namespace wavesim {

/// Volume of air and area of every surface that air touches, as the boxes were asked for: exact for overlapping
/// and touching boxes (later boxes win), on the grid of all box faces. Areas are lengths, volumes areas in 2D.
struct AskedGeometry {
    double volume = 0;
    std::vector<double> area;  ///< per surface of the table
};
AskedGeometry asked_geometry(const Scene& scene, const SurfaceTable& surfaces);

/// Asked against voxelised geometry; `admittance` per surface.
GeometryReport report_geometry(const Scene& scene, const GridChoice& grid, WallPosition walls,
                               const SurfaceTable& surfaces, const std::vector<double>& admittance,
                               const VoxelRoom& room);

/// One sentence per size, volume or area that is off by more than 0.5 %.
std::vector<std::string> geometry_warnings(const GeometryReport& report, int dims);

}  // namespace wavesim
