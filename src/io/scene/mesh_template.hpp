// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace wavesim {

/// A scene template with the walls of a mesh file: its size, and its materials with their areas. `folder` is the folder
/// of the new scene; `unit` and `up` are words of the key `geometry`. Throws InputFileError if the file cannot be read.
std::string scene_of_mesh(const std::filesystem::path& file, const std::filesystem::path& folder,
                          const std::string& unit, const std::string& up);

}  // namespace wavesim
