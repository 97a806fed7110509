// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// Measurements of a triangle from the grid faces in front of it.
struct SeenTriangle {
    double m2 = 0;  ///< area, each face weighted by its component of the normal
    double m3 = 0;  ///< air between the faces and the triangle; negative if they lie beyond it
};

/// Ratio of the true area of each triangle in contact with air to the area measured from faces. Triangles of
/// one plane and material count together. If the whole plane is visible from the air, on one side or both, the true
/// area of the triangles is used. If a part is hidden, or the triangles are too small for the grid, the faces are more
/// reliable and the factor is 1. The result is the same for any number of threads.
std::vector<double> true_area_factors(const TriangleMesh& mesh, const std::vector<SeenTriangle>& seen, double spacing_m,
                                      int threads);
/// Temporary memory that this needs.
std::int64_t true_area_bytes(const TriangleMesh& mesh);

}  // namespace wavesim
