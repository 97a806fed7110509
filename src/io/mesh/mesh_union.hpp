// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// The triangles of a file, and its name.
struct FileMesh {
    std::string file;
    TriangleMesh mesh;
};

/// The triangles of all files; one file stays as it is. Materials with the same name are one material. Parts with the
/// same name are one part if they come from the same file. A file's materials and parts without a name (`default`) get
/// that of the file, without folder and ending.
TriangleMesh united(std::vector<FileMesh> files);

/// Names of the files in a sentence: `hall.obj, chair.ply and 3 more`. Each stands only once.
std::string names_of(const std::vector<std::string>& files);

}  // namespace wavesim
