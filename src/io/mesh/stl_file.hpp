// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// STL, binary or text. In text each solid is a material with its name; a binary file has one material, 'default'.
/// Throws InputFileError (mesh_file).
TriangleMesh parse_stl(std::string_view bytes, const std::string& name);

}  // namespace wavesim
