// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solvers/scene/mesh_cleaning.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim::test {

inline void add_quad(TriangleMesh& mesh, const std::array<Point, 4>& corners, std::uint32_t material,
                     std::uint32_t part = 0) {
    const auto first = static_cast<std::uint32_t>(mesh.corners.size());
    mesh.corners.insert(mesh.corners.end(), corners.begin(), corners.end());
    mesh.triangles.push_back({{first, first + 1, first + 2}, material, part});
    mesh.triangles.push_back({{first, first + 2, first + 3}, material, part});
}

/// The six sides of a box; side s has material `material + s` where they are several.
inline void add_box(TriangleMesh& mesh, const Point& a, const Point& b, std::uint32_t material, std::uint32_t part = 0,
                    bool material_per_side = false) {
    const auto at = [&](int x, int y, int z) {
        return Point{x != 0 ? b.x : a.x, y != 0 ? b.y : a.y, z != 0 ? b.z : a.z};
    };
    const auto side = [&](std::uint32_t s) { return material_per_side ? material + s : material; };
    add_quad(mesh, {at(0, 0, 0), at(0, 1, 0), at(0, 1, 1), at(0, 0, 1)}, side(0), part);
    add_quad(mesh, {at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}, side(1), part);
    add_quad(mesh, {at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)}, side(2), part);
    add_quad(mesh, {at(0, 1, 0), at(1, 1, 0), at(1, 1, 1), at(0, 1, 1)}, side(3), part);
    add_quad(mesh, {at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0)}, side(4), part);
    add_quad(mesh, {at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)}, side(5), part);
}

/// All corners turned about a point by angles about z and then x.
inline void turn(TriangleMesh& mesh, const Point& about, double around_z, double around_x) {
    for (Point& p : mesh.corners) {
        const double x = p.x - about.x, y = p.y - about.y, z = p.z - about.z;
        const double u = x * std::cos(around_z) - y * std::sin(around_z);
        const double v = x * std::sin(around_z) + y * std::cos(around_z);
        p = {about.x + u, about.y + v * std::cos(around_x) - z * std::sin(around_x),
             about.z + v * std::sin(around_x) + z * std::cos(around_x)};
    }
}

/// Names for as many materials and parts as the triangles have, and a surface for each material.
inline MeshWalls walls_of(TriangleMesh mesh, MeshWalls::Air air, const std::vector<SurfaceLaw>& surfaces) {
    for (std::size_t i = mesh.materials.size(); i < surfaces.size(); ++i)
        mesh.materials.push_back("material " + std::to_string(i));
    std::size_t parts = 0;
    for (const TriangleMesh::Triangle& triangle : mesh.triangles)
        parts = std::max<std::size_t>(parts, triangle.part + 1);
    while (mesh.parts.size() < parts) mesh.parts.push_back("part " + std::to_string(mesh.parts.size()));
    return {std::make_shared<const TriangleMesh>(cleaned(std::move(mesh))), surfaces, "mesh.obj", "", air};
}

}  // namespace wavesim::test
