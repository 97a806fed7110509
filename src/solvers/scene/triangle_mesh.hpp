// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "boundary/surface.hpp"
#include "solvers/scene/point.hpp"

namespace wavesim {

/// Triangles from a file. They need not form a closed surface or have consistent orientation.
struct TriangleMesh {
    struct Triangle {
        std::array<std::uint32_t, 3> corner{};
        std::uint32_t material = 0;
        std::uint32_t part = 0;
    };
    std::vector<Point> corners;  ///< m, in the coordinates of solvers
    std::vector<Triangle> triangles;
    std::vector<std::string> materials;  ///< each has at least one triangle
    std::vector<std::string> parts;      ///< groups, objects or solids of the file

    std::int64_t duplicate = 0;   ///< duplicate triangles; left out
    std::int64_t degenerate = 0;  ///< triangles without area; left out
    std::int64_t flipped = 0;     ///< pairs of neighbours with opposite orientation

    std::int64_t bytes() const {
        return static_cast<std::int64_t>(corners.size() * sizeof(Point) + triangles.size() * sizeof(Triangle));
    }
    /// Normal vector of a triangle with the length of twice its area.
    Point normal(const Triangle& triangle) const;
};

/// Smallest and largest coordinates of a mesh with corners.
std::array<Point, 2> corners_of_box(const TriangleMesh& mesh);
/// Area per material, m2.
std::vector<double> areas_of_materials(const TriangleMesh& mesh);

/// Walls of a scene given by a file of triangles.
struct MeshWalls {
    /// Whether the mesh surrounds the air, or stands in a room bounded by the sides of the domain.
    enum class Air { enclosed, open };
    /// Form of surfaces that are not faces of cells. `voxel`: faces of complete cells; `areas`: the same with the true
    /// areas of the triangles; `cut`: also with the true volumes of cells.
    enum class Form { automatic, voxel, areas, cut };
    std::shared_ptr<const TriangleMesh> mesh;
    std::vector<SurfaceLaw> surfaces;  ///< per material of the mesh
    std::string file;                  ///< as written in the scene
    std::string content;               ///< hash of the file
    Air air = Air::enclosed;
    Form form = Form::automatic;
};

}  // namespace wavesim
