// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// Measures air, surfaces and triangles of a scene with a mesh by counting on the grid; true areas of the mesh are
/// those of its triangles. `report` must have the sizes of the domain; `admittance` per surface of the table. The grid
/// is made for some planes along z at a time, on at most `threads` threads.
void measure_mesh(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces,
                  const std::vector<double>& admittance, GeometryReport& report, int threads = 1,
                  std::int64_t planes_at_once = 16);

/// Warnings about a mesh on its grid; none without a mesh.
std::vector<std::string> mesh_warnings(const GeometryReport& report, const MeshRoom* room);

}  // namespace wavesim
