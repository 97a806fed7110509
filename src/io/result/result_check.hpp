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

/// Why the complete result of a folder cannot be used: its result.h5 is missing or has another length, e.g. after a
/// cleanup of old files on a scratch disk. Empty if the length is right.
std::string why_unusable(const std::filesystem::path& folder, const ResultManifest& manifest);

/// Reads all files of a complete result and returns a sentence for each damaged one. A manifest without checksums, from
/// an earlier version, gives one special sentence.
std::vector<std::string> verify_result(const std::filesystem::path& folder, const ResultManifest& manifest);

}  // namespace wavesim
