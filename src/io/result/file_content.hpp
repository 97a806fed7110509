// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace wavesim {

/// Length and checksum of a file.
struct FileContent {
    std::int64_t bytes = 0;
    std::uint64_t xxh3 = 0;  ///< XXH3, 64 bits
    bool operator==(const FileContent&) const = default;
};

/// Reads a file from byte `from` to its end; no value if it cannot be read.
std::optional<FileContent> read_content(const std::filesystem::path& file, std::int64_t from = 0);

/// A checksum as text: 16 hexadecimal digits.
std::string checksum_text(std::uint64_t checksum);
/// The checksum from its text; no value for other text.
std::optional<std::uint64_t> checksum_from(const std::string& text);

}  // namespace wavesim
