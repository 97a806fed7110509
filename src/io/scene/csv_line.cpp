// SPDX-License-Identifier: MIT
#include "io/scene/csv_line.hpp"

#include <algorithm>
#include <charconv>

namespace wavesim {

namespace {

/// Number of characters of UTF-8 text.
std::size_t length_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

char csv_separator_of(std::string_view line) {
    for (const char separator : {';', '\t', ','})
        if (line.find(separator) != std::string_view::npos) return separator;
    return ' ';
}

std::string_view csv_trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

void split_csv(std::string_view line, char separator, std::vector<CsvField>& fields) {
    fields.clear();
    std::size_t begin = 0;
    bool quoted = false;
    const auto add = [&](std::size_t end) {
        const std::string_view raw = line.substr(begin, end - begin);
        std::string_view text = csv_trimmed(raw);
        if (separator == ' ' && text.empty()) return;  // several blanks count as one
        const auto lead = static_cast<std::size_t>(text.empty() ? 0 : text.data() - raw.data());
        const std::size_t column = length_of(line.substr(0, begin + lead)) + 1;
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
        fields.push_back({text, column});
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (quoted || (line[i] != separator && !(separator == ' ' && line[i] == '\t'))) continue;
        add(i);
        begin = i + 1;
    }
    add(line.size());
}

std::optional<double> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace wavesim
