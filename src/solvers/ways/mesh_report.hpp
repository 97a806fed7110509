// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// Air, surfaces and triangles of a scene with a mesh, counted on the grid; true areas of the mesh are those of its
/// triangles. `report` has the sizes of the domain; `admittance` per surface of the table.
void measure_mesh(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces,
                  const std::vector<double>& admittance, GeometryReport& report);

/// What is doubtful about a mesh on its grid, one sentence each; none without one.
std::vector<std::string> mesh_warnings(const GeometryReport& report, const MeshRoom* room);

}  // namespace wavesim
