// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace wavesim {

/// Bytes before the HDF5 part of a shot's file: its user block, which holds the seal as text.
inline constexpr std::int64_t seal_bytes = 512;

/// Whose traces a file holds.
struct ShotIdentity {
    std::string scene_hash;  ///< of the scene moved to the shot (ShotIdentities)
    std::int64_t shot = 0;   ///< from 0
};

/// Seals a written file whose user block is empty: identity, length and checksum (XXH3, 64 bits) of all that follows
/// stand there from now on. `shown` is the name for messages. Throws EnvironmentError (io).
void seal_shot(const std::filesystem::path& file, const std::filesystem::path& shown, const ShotIdentity& identity);

/// The shot that a file claims to contain; its content is not checked. Nothing if it is not the file of a shot.
std::optional<ShotIdentity> identity_in(const std::filesystem::path& file);

/// Why a file is not what was sealed as this shot, to follow its name in a sentence; empty where it is, to the last
/// byte. Reads the whole file without the HDF5 library, which crashes on some damaged files.
std::string why_not_sealed(const std::filesystem::path& file, const ShotIdentity& identity);

}  // namespace wavesim
