// SPDX-License-Identifier: MIT
#include "solvers/space/box_planes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace wavesim {

std::vector<BoxPlanes> planes_of_pieces(const TriangleMesh& mesh, const Extent& extent, double spacing_m, double most) {
    const double face = spacing_m * spacing_m;
    const auto plane_at = [&](double z) {
        const double plane = std::floor(z / spacing_m - 0.5);
        return static_cast<std::size_t>(std::clamp(plane, -1.0, static_cast<double>(extent.nz - 1)) + 1);
    };
    std::vector<double> pieces(static_cast<std::size_t>(extent.nz) + 1);
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        const auto z = [&](std::size_t corner) { return mesh.corners[triangle.corner[corner]].z; };
        const auto [low, high] = std::minmax({z(0), z(1), z(2)});
        const std::size_t from = plane_at(low), to = plane_at(high);
        const Point n = mesh.normal(triangle);
        const double boxes =
            1 + std::hypot(n.x, n.y, n.z) / face;  // a slope cuts up to twice as many as its area has faces
        for (std::size_t p = from; p <= to; ++p) pieces[p] += boxes / static_cast<double>(to - from + 1);
    }
    std::vector<BoxPlanes> parts{{-1, 0}};
    double sum = pieces.front();
    for (std::int64_t plane = 0; plane < extent.nz; ++plane) {
        const double here = pieces[static_cast<std::size_t>(plane) + 1];
        if (sum + here > most) {
            parts.push_back({plane, plane});
            sum = 0;
        }
        sum += here;
        parts.back().to = plane + 1;
    }
    return parts;
}

}  // namespace wavesim
