// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Text as one word of a shell, in single quotes.
std::string shell_word(const std::string& text);

}  // namespace wavesim
