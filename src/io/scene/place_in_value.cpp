// SPDX-License-Identifier: MIT
#include "io/scene/place_in_value.hpp"

#include <algorithm>

namespace wavesim {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Offset of the byte at that line and column.
std::size_t byte_at(const std::string& text, const Place& place) {
    std::size_t at = 0;
    for (int line = 1; line < place.line && at < text.size(); ++at) line += text[at] == '\n' ? 1 : 0;
    for (int column = 1; column < place.column && at < text.size(); ++at)
        column += at + 1 < text.size() && continues_character(text[at + 1]) ? 0 : 1;
    return at;
}

Place place_of(const std::string& text, std::size_t byte) {
    Place place;
    for (std::size_t i = 0; i < std::min(byte, text.size()); ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if (!continues_character(text[i])) {
            ++place.column;
        }
    }
    return place;
}

}  // namespace

Place place_in_value(const std::string& file_text, const Place& start, const std::string& value, std::size_t at) {
    std::size_t byte = byte_at(file_text, start);
    if (byte < file_text.size() && (file_text[byte] == '|' || file_text[byte] == '>'))
        byte = std::min(file_text.find('\n', byte), file_text.size());
    // The last non-space character up to the requested one, which may be a space or the end itself.
    std::size_t found = byte;
    bool any = false;
    for (std::size_t i = 0; i < value.size() && i <= at; ++i) {
        if (is_blank(value[i])) continue;
        found = file_text.find(value[i], any ? found + 1 : byte);
        if (found == std::string::npos) return start;
        any = true;
    }
    const bool exact = at < value.size() && !is_blank(value[at]);
    return place_of(file_text, any && !exact ? found + 1 : found);
}

}  // namespace wavesim
