// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/model/byte_stream.hpp"
#include "io/model/sample_type.hpp"

namespace wavesim {

/// Layout of a SEG-Y file as stated by the scene; it replaces values of the headers.
struct SegyHints {
    std::optional<std::int64_t> samples{};  ///< per trace
    std::optional<bool> big_endian{};
};

/// Positions of the traces in a SEG-Y file; all traces have the same length.
struct SegyStructure {
    bool big_endian = true;
    std::optional<SampleType> type;  ///< none: fixed point with gain (format 4), whose values are not read
    std::int64_t sample_bytes = 0;
    std::int64_t samples = 0;
    std::int64_t first = 0;  ///< byte of the first trace header
    std::int64_t lead = 0;   ///< bytes of the headers of a trace
    std::int64_t traces = 0;
    std::int64_t unit_code = 0;       ///< 2: lengths are in feet
    std::vector<std::string> doubts;  ///< sentences about headers that contradict the size of the file

    std::int64_t trace_bytes() const { return lead + samples * sample_bytes; }
};

/// A part of a SEG-Y file. Its fields are named by their first byte, counted from 1 as in the standard.
template <std::size_t N>
class SegyHeader {
  public:
    SegyHeader(ByteStream& stream, std::int64_t at, std::int64_t first_byte, bool big_endian = true)
        : first_(first_byte), big_endian_(big_endian) {
        stream.read(at, bytes_);
    }
    void use_order(bool big_endian) { big_endian_ = big_endian; }
    std::int64_t signed16(std::int64_t byte) const { return number(byte, 2, SampleType::Kind::signed_integer); }
    std::int64_t unsigned16(std::int64_t byte) const { return number(byte, 2, SampleType::Kind::unsigned_integer); }
    std::int64_t signed32(std::int64_t byte) const { return number(byte, 4, SampleType::Kind::signed_integer); }
    std::int64_t unsigned32(std::int64_t byte) const { return number(byte, 4, SampleType::Kind::unsigned_integer); }
    std::int64_t octet(std::int64_t byte) const { return bytes_.at(static_cast<std::size_t>(byte - first_)); }

  private:
    std::int64_t number(std::int64_t byte, std::size_t width, SampleType::Kind kind) const {
        const auto at = static_cast<std::size_t>(byte - first_);
        if (at + width > N) return 0;
        return static_cast<std::int64_t>(decode_sample({kind, width, big_endian_}, bytes_.data() + at));
    }
    std::array<unsigned char, N> bytes_{};
    std::int64_t first_;
    bool big_endian_;
};
inline constexpr std::int64_t segy_trace_header_bytes = 240;

/// Reads the headers of a file of SEG-Y rev 0, 1, 2.0 or 2.1. Byte order: by the constant in bytes 3297-3300, else the
/// one in which the sample format is known. Further text headers: bytes 3505-3506, or up to the stanza SEG:EndText.
/// Further trace headers, the byte of the first trace, trailers and 32-bit sample counts exist in rev 2 only. If the
/// samples per trace in the file header do not match the file size, those of the first trace are used if they do.
/// Source: SEG-Y rev 2.1 (SEG 2023), binary file header. Throws InputFileError (model_file).
SegyStructure segy_structure(ByteStream& bytes, const std::string& name, const SegyHints& hints = {});

}  // namespace wavesim
