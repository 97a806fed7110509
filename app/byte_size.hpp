// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace wavesim {

/// Parses a size with its unit, e.g. 80GiB, '1.5 TiB' or 500 MB, to bytes. K, M, G and T alone are powers of 1024, as
/// in Slurm. No value if the text is not a size from 1 byte to 2^60 bytes.
std::optional<std::int64_t> parse_byte_size(const std::string& text);

}  // namespace wavesim
