// SPDX-License-Identifier: MIT
#include "io/model/segy_structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/input_file.hpp"

namespace wavesim {

namespace {

using Kind = SampleType::Kind;

/// Sample formats of the standard; bytes 3225-3226.
struct SampleFormat {
    std::int64_t code;
    std::int64_t bytes;
    std::optional<Kind> kind;
};
constexpr auto sample_formats = std::to_array<SampleFormat>({{1, 4, Kind::ibm},
                                                             {2, 4, Kind::signed_integer},
                                                             {3, 2, Kind::signed_integer},
                                                             {4, 4, std::nullopt},
                                                             {5, 4, Kind::ieee},
                                                             {6, 8, Kind::ieee},
                                                             {7, 3, Kind::signed_integer},
                                                             {8, 1, Kind::signed_integer},
                                                             {9, 8, Kind::signed_integer},
                                                             {10, 4, Kind::unsigned_integer},
                                                             {11, 2, Kind::unsigned_integer},
                                                             {12, 8, Kind::unsigned_integer},
                                                             {15, 3, Kind::unsigned_integer},
                                                             {16, 1, Kind::unsigned_integer}});

constexpr std::int64_t text_bytes = 3200;
constexpr std::int64_t header_bytes = 400;
using FileHeader = SegyHeader<header_bytes>;

[[noreturn]] void refuse(const std::string& message) { throw InputFileError(Rule::model_file, message); }

const SampleFormat* format_of(const FileHeader& header) {
    const auto found = std::ranges::find(sample_formats, header.signed16(3225), &SampleFormat::code);
    return found == sample_formats.end() ? nullptr : &*found;
}

/// Sets the byte order of a header.
bool find_byte_order(FileHeader& header, const std::string& name, const SegyHints& hints) {
    const std::int64_t constant = header.unsigned32(3297);  // big-endian so far
    if (!hints.big_endian && (constant == 0x02010403 || constant == 0x03040102))
        refuse("the bytes of " + shown(name) + " are swapped in pairs, which is not read: swap them back");
    bool big = true;
    if (hints.big_endian) {
        big = *hints.big_endian;
    } else if (constant == 0x04030201) {
        big = false;
    } else if (constant != 0x01020304 && format_of(header) == nullptr) {
        header.use_order(false);
        big = format_of(header) == nullptr;
    }
    header.use_order(big);
    return big;
}

/// A text without blanks and with letters in one case, whose codes differ by 0x40 in EBCDIC and by 0x20 in ASCII.
std::string folded(std::string text, bool ebcdic) {
    std::erase_if(text, [ebcdic](char c) { return c == (ebcdic ? '\x40' : ' '); });
    for (char& c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (ebcdic ? byte >= 0xC1 : c >= 'A' && c <= 'Z') c = static_cast<char>(ebcdic ? byte & 0xBFU : byte | 0x20U);
    }
    return text;
}

/// Number of text headers after the file header, if it does not state this: they end with a stanza.
std::int64_t texts_until_end(ByteStream& bytes, const std::string& name) {
    constexpr std::string_view ascii = "((seg:endtext))";
    constexpr std::string_view ebcdic = "\x4D\x4D\xA2\x85\x87\x7A\x85\x95\x84\xA3\x85\xA7\xA3\x5D\x5D";
    constexpr std::int64_t most = 1000;
    for (std::int64_t n = 0; n < most; ++n) {
        const std::int64_t at = text_bytes + header_bytes + n * text_bytes;
        if (at + text_bytes > bytes.size()) break;
        std::string text(text_bytes, '\0');
        bytes.read(at, {reinterpret_cast<unsigned char*>(text.data()), text.size()});
        if (folded(text, false).find(ascii) != text.npos || folded(text, true).find(ebcdic) != text.npos) return n + 1;
    }
    refuse("the header of " + shown(name) +
           " leaves open how many text headers follow, and none of them ends the list");
}

std::int64_t first_trace(ByteStream& bytes, const FileHeader& header, const std::string& name) {
    const bool second = header.octet(3501) >= 2;
    if (const std::int64_t at = header.unsigned32(3525); second && header.octet(3521) == 0 && at >= 3600) return at;
    std::int64_t texts = header.signed16(3505);
    if (texts == -1) texts = texts_until_end(bytes, name);
    if (texts < 0 || texts > 1000) refuse("the number of text headers of " + shown(name) + " is not stated");
    return text_bytes + header_bytes + texts * text_bytes;
}

}  // namespace

SegyStructure segy_structure(ByteStream& bytes, const std::string& name, const SegyHints& hints) {
    FileHeader header(bytes, text_bytes, text_bytes + 1);
    SegyStructure file;
    file.big_endian = find_byte_order(header, name, hints);
    const SampleFormat* const format = format_of(header);
    if (format == nullptr)
        refuse(
            fmt::format("the file {} is no SEG-Y file of a sample format known here (it says {}; known are 1 to 12, "
                        "15 and 16)",
                        shown(name), header.signed16(3225)));
    file.sample_bytes = format->bytes;
    if (format->kind) file.type = {*format->kind, static_cast<std::size_t>(format->bytes), file.big_endian};
    file.unit_code = header.signed16(3255);
    file.first = first_trace(bytes, header, name);
    const bool second = header.octet(3501) >= 2;
    file.lead = segy_trace_header_bytes * (1 + (second ? header.unsigned16(3507) : 0));
    std::int64_t in_traces = bytes.size() - file.first;
    if (in_traces < file.lead) refuse("the file " + shown(name) + " is too short: it holds no trace");
    if (const std::int64_t trailer = text_bytes * header.signed32(3529);
        second && trailer > 0 && trailer < in_traces - file.lead)
        in_traces -= trailer;

    const SegyHeader<segy_trace_header_bytes> trace(bytes, file.first, 1, file.big_endian);
    const std::int64_t of_trace = trace.unsigned16(115);
    std::int64_t stated = header.unsigned16(3221);
    if (const std::int64_t wide = header.signed32(3269); second && wide > 0) stated = wide;
    const auto fits = [&](std::int64_t samples) {
        return samples > 0 && in_traces % (file.lead + samples * file.sample_bytes) == 0;
    };
    file.samples = hints.samples ? *hints.samples : stated;
    if (!hints.samples && of_trace != 0 && of_trace != stated) {
        const bool by_trace = !fits(stated) && fits(of_trace);
        if (by_trace) file.samples = of_trace;
        if (by_trace || fits(stated))
            file.doubts.push_back(fmt::format(
                "the header of {} says {} samples per trace, its traces say {}: {} are taken, which fit the "
                "size of the file",
                shown(name), stated, of_trace, file.samples));
    }
    if (file.samples == 0) refuse("the header of " + shown(name) + " says that traces have no samples");
    file.traces = in_traces / file.trace_bytes();
    if (!fits(file.samples))
        refuse(fmt::format("the file {} ends within trace {}: {} {} samples, {} bytes per trace; is it cut off?",
                           shown(name), file.traces + 1, hints.samples ? "segy.samples is" : "its header states",
                           file.samples, file.trace_bytes()));
    return file;
}

}  // namespace wavesim
