// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string_view>

namespace wavesim {

/// Bytes of the well-formed sequence at `i`; 0 when there is none (overlong forms and surrogates included).
std::size_t utf8_length(std::string_view text, std::size_t i);

/// Whether a text is well-formed UTF-8.
bool is_utf8(std::string_view text);

}  // namespace wavesim
