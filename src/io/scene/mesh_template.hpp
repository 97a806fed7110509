// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace wavesim {

/// A scene to start from whose walls are those of a file: its size, and its materials with their areas. `folder` is
/// where the scene will stand; `unit` and `up` are words of the key `geometry`. Throws InputFileError where the file
/// cannot be read.
std::string scene_of_mesh(const std::filesystem::path& file, const std::filesystem::path& folder,
                          const std::string& unit, const std::string& up);

}  // namespace wavesim
