// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace wavesim {

/// A scene template with the walls of at least one mesh file: its size, and its materials with their areas. `folder` is
/// the folder of the new scene; `unit` and `up` are words of the key `geometry`. Throws InputFileError if a file cannot
/// be read.
std::string scene_of_mesh(const std::vector<std::filesystem::path>& files, const std::filesystem::path& folder,
                          const std::string& unit, const std::string& up);

}  // namespace wavesim
