// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace wavesim {

/// Bytes before the HDF5 part of a shot's file: its user block, which contains the integrity record as text.
inline constexpr std::int64_t record_bytes = 512;

/// The shot whose traces a file contains.
struct ShotIdentity {
    std::string scene_hash;  ///< of the scene moved to the shot (ShotIdentities)
    std::int64_t shot = 0;   ///< from 0
};

/// Writes the integrity record of a file with an empty user block: identity, length and checksum (XXH3, 64 bits) of all
/// bytes after it. `shown` is the name in messages. Throws EnvironmentError (io).
void write_integrity_record(const std::filesystem::path& file, const std::filesystem::path& shown,
                            const ShotIdentity& identity);

/// The shot that a file claims to contain; its content is not checked. No value if it is not the file of a shot.
std::optional<ShotIdentity> identity_in(const std::filesystem::path& file);

/// Why a file differs from its integrity record for this shot, as text to follow its name; empty if it is unchanged.
/// Reads the complete file without the HDF5 library, which crashes on some damaged files.
std::string why_not_intact(const std::filesystem::path& file, const ShotIdentity& identity);

}  // namespace wavesim
