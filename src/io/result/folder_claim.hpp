// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/result/manifest.hpp"

namespace wavesim {

/// The result that a folder held before a run took it over.
struct ReplacedResult {
    std::string what;                ///< in words: "the complete result of this scene"
    std::vector<std::string> files;  ///< that were removed, relative to the folder
};

/// Throws EnvironmentError (io) if a run may not use a folder; the message proposes a free name. Without `force` it
/// protects the complete result of this scene and any result of another scene. Files that wavesim did not write are
/// always protected.
void expect_claimable(const std::filesystem::path& folder, const std::string& scene_name, const std::string& scene_hash,
                      bool force);

/// Prepares a locked folder for a run that will write `planned.files`. It removes files of an earlier result (only
/// those that wavesim wrote, and not those in `keep`), writes the manifest and creates the sub-folders. No value if
/// there was no result. Throws like expect_claimable(), and EnvironmentError (io) if a file that wavesim did not write,
/// or a link in the place of a sub-folder, is in the way.
std::optional<ReplacedResult> claim_folder(const std::filesystem::path& folder, const ResultManifest& planned,
                                           bool force, const std::vector<std::string>& keep = {});

/// Removes the empty sub-folders of a result.
void remove_empty_parts(const std::filesystem::path& folder, const ResultManifest& manifest);

/// The first of NAME_2, NAME_3 ... beside the folder that does not exist.
std::filesystem::path free_name(const std::filesystem::path& folder);

}  // namespace wavesim
