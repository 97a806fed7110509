// SPDX-License-Identifier: MIT
#include "io/scene/place_finder.hpp"

namespace wavesim {

PlaceFinder::PlaceFinder(const std::string& text, int set) : text_(text), set_(set) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') line_starts_.push_back(i + 1);
    }
}

Place PlaceFinder::find(int line, int column) {
    if (line < 0 || column < 0) return {set_, 1, 1};
    if (static_cast<std::size_t>(line) >= line_starts_.size()) return {set_, line + 1, column + 1};
    if (line != line_ || column < column_) {
        line_ = line;
        column_ = 0;
        continuations_ = 0;
    }
    const std::size_t start = line_starts_[static_cast<std::size_t>(line)];
    for (; column_ < column; ++column_) {
        const std::size_t at = start + static_cast<std::size_t>(column_);
        if (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U) ++continuations_;
    }
    return {set_, line + 1, column + 1 - continuations_};
}

std::string_view PlaceFinder::line(int line) const {
    if (line < 0 || static_cast<std::size_t>(line) >= line_starts_.size()) return {};
    const std::size_t start = line_starts_[static_cast<std::size_t>(line)];
    return std::string_view(text_).substr(start, text_.find('\n', start) - start);
}

}  // namespace wavesim
