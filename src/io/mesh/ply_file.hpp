// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// PLY, text or binary of either byte order: x, y, z of vertices, and the lists of faces. It has one material,
/// 'default'. Throws InputFileError (mesh_file).
TriangleMesh parse_ply(std::string_view bytes, const std::string& name);

}  // namespace wavesim
