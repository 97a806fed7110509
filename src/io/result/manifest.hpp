// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/result/file_content.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// `wavesim.json` in a result folder: the scene, the state of the run, and every file that the run may write. It is
/// written before any of these files, so that a later `--force` removes only files of wavesim.
struct ResultManifest {
    enum class State { running, incomplete, complete };
    State state = State::running;
    std::string scene_name;
    std::string scene_hash;
    std::vector<std::string> files;  ///< relative to the folder, '/' between parts
    std::string host = {};           ///< host that runs it or has run it; empty: not known
    std::int64_t process = 0;        ///< process on that host
    /// Length and checksum of each file of a complete result. Empty while the result is incomplete, and in results of
    /// versions that did not write them.
    std::map<std::string, FileContent> contents = {};
};

template <>
struct EnumWords<ResultManifest::State> {
    static constexpr auto words = std::to_array<std::string_view>({"running", "incomplete", "complete"});
};

inline constexpr const char* manifest_name = "wavesim.json";

/// The manifest of a folder; no value if there is none or wavesim did not write it. Entries that would lead out of the
/// folder are dropped.
std::optional<ResultManifest> read_manifest(const std::filesystem::path& folder);
/// Throws EnvironmentError (io).
void write_manifest(const std::filesystem::path& folder, const ResultManifest& manifest,
                    AtomicFile::Folder name = AtomicFile::Folder::flushed);
/// Changes the state in the manifest file without writing a new file, which works even if the disk is full. Returns
/// whether it succeeded.
bool overwrite_manifest(const std::filesystem::path& folder, const ResultManifest& manifest);

/// Makes file or folder names from names given by the user. Letters, digits, '.', '-', '_' and non-ASCII characters are
/// kept, others become '_'; at most 100 bytes. The names are unique even if upper and lower case are not distinguished
/// (`_2`, `_3` ... are appended).
std::vector<std::string> file_stems(const std::vector<std::string>& names);

}  // namespace wavesim
