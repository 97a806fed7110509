// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// Where a triangle crosses a plane.
struct SectionLine {
    std::array<Point, 2> end;  ///< m
    std::uint32_t material = 0;
};

/// The lines in which the triangles of a mesh cross the plane at `at_m` across an axis. Triangles that lie in the plane
/// are left out.
std::vector<SectionLine> section_of(const TriangleMesh& mesh, int axis, double at_m);

}  // namespace wavesim
