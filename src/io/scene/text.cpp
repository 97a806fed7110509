// SPDX-License-Identifier: MIT
#include "io/scene/text.hpp"

#include <cstdint>

#include "io/scene/binary_file.hpp"

namespace wavesim {

namespace {

/// Length of the well-formed UTF-8 sequence at `i`, 0 when there is none (overlong forms and surrogates included).
std::size_t utf8_length(const std::string& text, std::size_t i) {
    const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[k])); };
    const std::uint32_t lead = byte(i);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || i + length > text.size()) return 0;
    std::uint32_t code = lead & (0xFFU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) {
        if ((byte(i + k) & 0xC0U) != 0x80U) return 0;
        code = code << 6U | (byte(i + k) & 0x3FU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

bool starts_with_utf16_or_32(const std::string& text) {
    return text.rfind("\xFF\xFE", 0) == 0 || text.rfind("\xFE\xFF", 0) == 0 ||
           text.rfind(std::string("\0\0\xFE\xFF", 4), 0) == 0;
}

}  // namespace

bool is_utf8(const std::string& text) {
    for (std::size_t i = 0, length = 0; i < text.size(); i += length)
        if (length = utf8_length(text, i); length == 0) return false;
    return true;
}

bool vet_scene_text(const std::string& text, int set, SceneFaults& faults) {
    Place place{set, 1, 1};
    if (const std::string kind = set == 0 ? binary_file_kind(text) : ""; !kind.empty()) {
        faults.push_back({Rule::encoding, place, "", "this is " + kind + ", not a scene (scenes are text)",
                          "`wavesim info` shows what is in a result"});
        return false;
    }
    if (text.size() > scene_bytes_max) {
        faults.push_back({Rule::file_size, place, "",
                          "the scene is larger than 4 MiB (" + std::to_string(scene_bytes_max) +
                              " bytes), which is the most that is read",
                          "put lines or grids of receivers instead of single points"});
        return false;
    }
    if (starts_with_utf16_or_32(text)) {
        faults.push_back(
            {Rule::encoding, place, "", "the file is UTF-16 or UTF-32 (scenes are UTF-8)", "save it as UTF-8"});
        return false;
    }
    const std::size_t before = faults.size();
    constexpr std::size_t most = 10;  // a binary file needs no thousand lines
    for (std::size_t i = 0; i < text.size() && faults.size() - before < most;) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = utf8_length(text, i);
        if (length == 0) {
            faults.push_back({Rule::encoding, place, "", "the byte here is not UTF-8 text",
                              set == 0 ? "save the file as UTF-8" : "write the option in UTF-8"});
        } else if (byte == 0) {
            faults.push_back({Rule::control_character, place, "", "there is a NUL byte in the text", ""});
        } else if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) {
            faults.push_back({Rule::control_character, place, "",
                              "there is a control character (code " + std::to_string(byte) + ") in the text", ""});
        }
        if (byte == '\n') {
            place = {set, place.line + 1, 1};
        } else {
            ++place.column;
        }
        i += length == 0 ? 1 : length;
    }
    return faults.size() == before;
}

}  // namespace wavesim
