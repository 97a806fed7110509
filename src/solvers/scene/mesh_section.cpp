// SPDX-License-Identifier: MIT
#include "solvers/scene/mesh_section.hpp"

namespace wavesim {

std::vector<SectionLine> section_of(const TriangleMesh& mesh, int axis, double at_m) {
    std::vector<SectionLine> lines;
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        SectionLine line{{}, triangle.material};
        std::size_t ends = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Point& a = mesh.corners[triangle.corner[i]];
            const Point& b = mesh.corners[triangle.corner[(i + 1) % 3]];
            const double from = a.along(axis) - at_m, to = b.along(axis) - at_m;
            // Corners in the plane count as above it, so that two edges or none cross the plane.
            if ((from >= 0) == (to >= 0)) continue;
            const double share = from / (from - to);
            line.end.at(ends++) = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
        }
        if (ends == 2) lines.push_back(line);
    }
    return lines;
}

}  // namespace wavesim
