// SPDX-License-Identifier: MIT
#include "io/scene/text.hpp"

#include "io/scene/binary_file.hpp"
#include "io/utf8.hpp"

namespace wavesim {

namespace {

bool starts_with_utf16_or_32(const std::string& text) {
    return text.rfind("\xFF\xFE", 0) == 0 || text.rfind("\xFE\xFF", 0) == 0 ||
           text.rfind(std::string("\0\0\xFE\xFF", 4), 0) == 0;
}

}  // namespace

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
