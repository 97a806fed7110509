// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace wavesim {

/// Whether results can be written to a folder.
struct FolderCheck {
    bool ok = false;
    std::string disk;   ///< free space, or why nothing can be written
    std::string locks;  ///< whether file locks work there (network file systems may lack them)
};
FolderCheck check_folder(const std::filesystem::path& folder);

/// Result folders below `parent` that a run holds locked at present, sorted.
std::vector<std::string> folders_in_use(const std::filesystem::path& parent);

}  // namespace wavesim
