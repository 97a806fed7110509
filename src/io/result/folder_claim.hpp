// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/result/manifest.hpp"

namespace wavesim {

/// What stood in a folder before a run took it.
struct ReplacedResult {
    std::string what;                ///< in words: "the complete result of this scene"
    std::vector<std::string> files;  ///< that were removed, relative to the folder
};

/// Throws EnvironmentError (io), in one sentence with a name that is free, where a run may not use a folder: without
/// `force` the complete result of this scene and any result of another, always files that wavesim did not write.
void expect_claimable(const std::filesystem::path& folder, const std::string& scene_name, const std::string& scene_hash,
                      bool force);

/// Makes a locked folder ready for a run that will write `planned.files`: removes files of an earlier result that
/// wavesim wrote (and only those, but for `keep`), writes the manifest, creates the sub-folders. Nothing where there
/// was no result. Throws what expect_claimable() does, and EnvironmentError (io) where a file that wavesim did not
/// write, or a link in the place of a sub-folder, is in the way.
std::optional<ReplacedResult> claim_folder(const std::filesystem::path& folder, const ResultManifest& planned,
                                           bool force, const std::vector<std::string>& keep = {});

/// Removes the sub-folders of a result that hold nothing.
void remove_empty_parts(const std::filesystem::path& folder, const ResultManifest& manifest);

/// The first of NAME_2, NAME_3 ... beside a folder that is not there.
std::filesystem::path free_name(const std::filesystem::path& folder);

}  // namespace wavesim
