// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "io/result/manifest.hpp"

namespace wavesim {

/// Makes a locked folder ready for a run that will write `planned.files`: removes files of an earlier result that
/// wavesim wrote (and only those), writes the manifest, creates the sub-folders. Throws EnvironmentError (io) with
/// `keep`: files of that result that stay. EnvironmentError (io), one sentence when the folder may not be used: a
/// complete result without `force`, another scene's result, files that wavesim did not write, or one of them in the
/// way.
void claim_folder(const std::filesystem::path& folder, const ResultManifest& planned, bool force,
                  const std::vector<std::string>& keep = {});

/// Removes the sub-folders of a result that hold nothing.
void remove_empty_parts(const std::filesystem::path& folder, const ResultManifest& manifest);

}  // namespace wavesim
