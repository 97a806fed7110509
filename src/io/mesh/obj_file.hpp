// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// Wavefront OBJ: corners, faces, groups or objects as parts, materials by their names. Materials of light (MTL) say
/// nothing about sound and are not read. Throws InputFileError (mesh_file).
TriangleMesh parse_obj(std::string_view text, const std::string& name);

}  // namespace wavesim
