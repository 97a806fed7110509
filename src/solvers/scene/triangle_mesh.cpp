// SPDX-License-Identifier: MIT
#include "solvers/scene/triangle_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wavesim {

Point TriangleMesh::normal(const Triangle& triangle) const {
    const Point& a = corners[triangle.corner[0]];
    const Point& b = corners[triangle.corner[1]];
    const Point& c = corners[triangle.corner[2]];
    const Point u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z};
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

std::array<Point, 2> corners_of_box(const TriangleMesh& mesh) {
    constexpr double far = std::numeric_limits<double>::infinity();
    std::array<Point, 2> box{Point{far, far, far}, Point{-far, -far, -far}};
    for (const TriangleMesh::Triangle& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle.corner) {
            const Point& p = mesh.corners[corner];
            box[0] = {std::min(box[0].x, p.x), std::min(box[0].y, p.y), std::min(box[0].z, p.z)};
            box[1] = {std::max(box[1].x, p.x), std::max(box[1].y, p.y), std::max(box[1].z, p.z)};
        }
    return box;
}

std::vector<double> areas_of_materials(const TriangleMesh& mesh) {
    std::vector<double> areas(mesh.materials.size(), 0.0);
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        const Point across = mesh.normal(triangle);
        areas[triangle.material] += std::hypot(across.x, across.y, across.z) / 2;
    }
    return areas;
}

}  // namespace wavesim
