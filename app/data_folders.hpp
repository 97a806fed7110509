// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace wavesim {

/// The folders of --data, and those of the environment variable WAVESIM_DATA. Throws EnvironmentError (io) if one of
/// --data is no folder.
std::vector<std::filesystem::path> data_folders(const std::vector<std::string>& names);

}  // namespace wavesim
