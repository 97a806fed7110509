// SPDX-License-Identifier: MIT
#include "app/study/case_table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace wavesim {

namespace {

/// Number of characters: each UTF-8 character has exactly one byte that is not a continuation.
std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](unsigned char byte) { return (byte & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t most) {
    const std::size_t shown = std::min(rows.size(), most + 1);
    std::vector<std::size_t> widths;
    for (std::size_t r = 0; r < shown; ++r) {
        widths.resize(std::max(widths.size(), rows[r].size()));
        for (std::size_t i = 0; i < rows[r].size(); ++i) widths[i] = std::max(widths[i], characters(rows[r][i]));
    }
    std::string text;
    for (std::size_t r = 0; r < shown; ++r) {
        std::string line;
        for (std::size_t i = 0; i < rows[r].size(); ++i)
            line += (i > 0 ? "  " : "") + rows[r][i] + std::string(widths[i] - characters(rows[r][i]), ' ');
        while (line.ends_with(' ')) line.pop_back();
        text += line + '\n';
    }
    if (rows.size() > shown) text += fmt::format("... and {} more (--json shows all)\n", rows.size() - shown);
    return text;
}

}  // namespace wavesim
