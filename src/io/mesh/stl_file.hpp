// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// STL, binary or text. Each solid of a text is a material of its name; a binary file has one, 'default'. Throws
/// InputFileError (mesh_file).
TriangleMesh parse_stl(std::string_view bytes, const std::string& name);

}  // namespace wavesim
