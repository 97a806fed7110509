// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "io/input_file.hpp"
#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

enum class MeshFormat { obj, stl, ply };

/// `.obj .stl .ply` (any case).
std::optional<MeshFormat> mesh_format_of(const std::string& file);

/// The bytes of a file of triangles; `name` is its name in messages. Throws InputFileError (mesh_file).
std::string read_mesh_bytes(const std::filesystem::path& path, const std::string& name);

/// The triangles of a file, with its units and axes; polygons are cut into triangles. Throws InputFileError (mesh_file)
/// with the line or byte that cannot be understood.
TriangleMesh parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name);

/// Placement of a file: its unit in metres, y or z as upward axis, and the position of its origin, `origin_m`.
struct MeshPlacing {
    double unit_m = 1;
    bool y_up = false;
    Point origin_m{};
};
/// A point of the file in user coordinates.
Point placed(const MeshPlacing& placing, const Point& in_file);

}  // namespace wavesim
