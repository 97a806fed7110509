// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// Wavefront OBJ: corners, faces, groups or objects as parts, materials by name. Optical materials (MTL) are not read,
/// since they contain no acoustic data. Throws InputFileError (mesh_file).
TriangleMesh parse_obj(std::string_view text, const std::string& name);

}  // namespace wavesim
