// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace wavesim {

/// Bytes of a size with its unit, e.g. 80GiB, '1.5 TiB' or 500 MB. K, M, G and T alone are powers of 1024, as in Slurm.
/// None where the text is no size of 1 byte to 2^60 bytes.
std::optional<std::int64_t> parse_byte_size(const std::string& text);

}  // namespace wavesim
