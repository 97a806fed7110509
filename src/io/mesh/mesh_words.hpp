// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace wavesim {

/// The text without the byte order mark that some programs put before UTF-8.
inline std::string_view without_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Splits a text into lines, counted from 1, and these into words.
class MeshLines {
  public:
    explicit MeshLines(std::string_view text) : rest_(text) {}

    /// False at the end of the text.
    bool next() {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++number_;
        return true;
    }
    std::size_t number() const { return number_; }
    std::string_view rest() const { return rest_; }

    /// The next word of the line; empty at its end.
    std::string_view word() {
        trim();
        std::size_t end = 0;
        while (end < line_.size() && !is_space(line_[end])) ++end;
        const std::string_view word = line_.substr(0, end);
        line_.remove_prefix(end);
        return word;
    }
    /// The rest of the line, without spaces around it.
    std::string_view tail() {
        trim();
        while (!line_.empty() && is_space(line_.back())) line_.remove_suffix(1);
        return line_;
    }

  private:
    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
    void trim() {
        while (!line_.empty() && is_space(line_.front())) line_.remove_prefix(1);
    }
    std::string_view rest_, line_;
    std::size_t number_ = 0;
};

/// The number that a complete word represents.
template <class Number>
std::optional<Number> number_of(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

}  // namespace wavesim
