// SPDX-License-Identifier: MIT
#include "studies/shell_word.hpp"

namespace wavesim {

std::string shell_word(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + '\'';
}

}  // namespace wavesim
