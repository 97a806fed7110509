// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// What the faces of a grid before a triangle tell of it.
struct SeenTriangle {
    double m2 = 0;  ///< area, each face counted by its share of the normal
    double m3 = 0;  ///< air between the faces and the triangle; negative where they stand beyond it
};

/// By how much the true area of each triangle that air touches differs from what faces tell, as a factor. Triangles of
/// one plane and material count together. If the whole plane is visible from the air, on one side or both, the true
/// area of the triangles is used. If a part is hidden, or the triangles are too small for the grid, the faces are more
/// reliable and the factor is 1.
std::vector<double> true_area_factors(const TriangleMesh& mesh, const std::vector<SeenTriangle>& seen,
                                      double spacing_m);
/// What that takes meanwhile.
std::int64_t true_area_bytes(const TriangleMesh& mesh);

}  // namespace wavesim
