// SPDX-License-Identifier: MIT
#include "io/scene/binary_file.hpp"

#include <array>

namespace wavesim {

std::string binary_file_kind(std::string_view bytes) {
    struct Kind {
        std::string_view start;
        const char* words;
    };
    static constexpr auto kinds = std::to_array<Kind>({
        {"\x89PNG\r\n", "a PNG picture"},
        {"\xFF\xD8\xFF", "a JPEG picture"},
        {"RIFF", "a WAV file"},
        {"\x89HDF\r\n", "an HDF5 file"},
        {"\x93NUMPY", "a NumPy array"},
        {"PK\x03\x04", "a ZIP or NPZ file"},
        {"\x1F\x8B", "a gzip file"},
        {"%PDF", "a PDF document"},
        {"\xC3\x40", "a SEG-Y file"},  // "C " in EBCDIC
        {"\xC3\xF0", "a SEG-Y file"},  // "C0"
    });
    for (const Kind& kind : kinds)
        if (bytes.starts_with(kind.start)) return kind.words;
    return {};
}

}  // namespace wavesim
