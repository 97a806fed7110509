// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace wavesim {

/// Says from which checkpoint in the folder the same command would continue.
std::string checkpoint_left(const std::filesystem::path& folder, const std::string& scene_hash);

}  // namespace wavesim
