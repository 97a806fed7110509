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

/// Triangles of a file. They need neither close nor have a front side.
struct TriangleMesh {
    struct Triangle {
        std::array<std::uint32_t, 3> corner{};
        std::uint32_t material = 0;
        std::uint32_t part = 0;
    };
    std::vector<Point> corners;  ///< m, in the coordinates of solvers
    std::vector<Triangle> triangles;
    std::vector<std::string> materials;  ///< each of at least one triangle
    std::vector<std::string> parts;      ///< groups, objects or solids of the file

    std::int64_t duplicate = 0;   ///< that stand where another one stands; left out
    std::int64_t degenerate = 0;  ///< without area; left out
    std::int64_t flipped = 0;     ///< against a neighbour, whose shared edge has the same way in both

    std::int64_t bytes() const {
        return static_cast<std::int64_t>(corners.size() * sizeof(Point) + triangles.size() * sizeof(Triangle));
    }
    /// Twice the area of a triangle as a vector across it.
    Point normal(const Triangle& triangle) const;
};

/// Smallest and largest coordinates of a mesh with corners.
std::array<Point, 2> corners_of_box(const TriangleMesh& mesh);
/// m2 per material.
std::vector<double> areas_of_materials(const TriangleMesh& mesh);

/// Walls of a scene that a file of triangles describes.
struct MeshWalls {
    /// Whether the mesh surrounds the air, or stands in a room that the sides of the domain end.
    enum class Air { enclosed, open };
    /// How surfaces beside the faces of cells are computed: `voxel` as the faces of whole cells, `areas` as those with
    /// the true areas of the triangles, `cut` with the true volume of cells, too.
    enum class Form { automatic, voxel, areas, cut };
    std::shared_ptr<const TriangleMesh> mesh;
    std::vector<SurfaceLaw> surfaces;  ///< per material of the mesh
    std::string file;                  ///< as written in the scene
    std::string content;               ///< hash of the file
    Air air = Air::enclosed;
    Form form = Form::automatic;
};

}  // namespace wavesim
