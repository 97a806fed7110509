// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/result/manifest.hpp"

namespace wavesim {

/// Length and checksum of each of `files` that exists in the folder. Throws EnvironmentError (io) for a file that
/// cannot be read.
std::map<std::string, FileContent> contents_of(const std::filesystem::path& folder,
                                               const std::vector<std::string>& files);

/// Why the complete result of a folder cannot be used: its result.h5 is gone or has another length, which scratch disks
/// that purge old files do. Empty: it can, as far as the length tells.
std::string why_unusable(const std::filesystem::path& folder, const ResultManifest& manifest);

/// Reads all files of a complete result: a sentence for each that is not as it was written. A manifest without
/// checksums, of an earlier version, has a sentence of its own.
std::vector<std::string> verify_result(const std::filesystem::path& folder, const ResultManifest& manifest);

}  // namespace wavesim
