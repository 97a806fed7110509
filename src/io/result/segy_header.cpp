// SPDX-License-Identifier: MIT
#include "io/result/segy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace wavesim {

namespace {

/// EBCDIC (code page 037) of the characters from space to '~'.
constexpr unsigned char ebcdic[] = {
    0x40, 0x5A, 0x7F, 0x7B, 0x5B, 0x6C, 0x50, 0x7D, 0x4D, 0x5D, 0x5C, 0x4E, 0x6B, 0x60, 0x4B, 0x61,  // space ... /
    0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0x7A, 0x5E, 0x4C, 0x7E, 0x6E, 0x6F,  // 0 ... ?
    0x7C, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6,  // @ A ... O
    0xD7, 0xD8, 0xD9, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xBA, 0xE0, 0xBB, 0xB0, 0x6D,  // P ... _
    0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,  // ` a ... o
    0x97, 0x98, 0x99, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xC0, 0x4F, 0xD0, 0xA1};       // p ... ~
static_assert(sizeof(ebcdic) == '~' - ' ' + 1);

char to_ebcdic(char c) {
    const char shown = c >= ' ' && c <= '~' ? c : '?';
    return static_cast<char>(ebcdic[shown - ' ']);
}

/// A header whose fields are named by their first byte, counted from 1 as in the standard.
class Header {
  public:
    Header(std::size_t size, std::size_t first_byte) : bytes_(size, '\0'), first_(first_byte) {}
    void put16(std::size_t byte, std::int64_t value) { put(byte, value, 2); }
    void put32(std::size_t byte, std::int64_t value) { put(byte, value, 4); }
    std::string take() { return std::move(bytes_); }

  private:
    void put(std::size_t byte, std::int64_t value, std::size_t width) {
        for (std::size_t i = 0; i < width; ++i)
            bytes_.at(byte - first_ + i) = static_cast<char>(value >> (8 * (width - 1 - i)) & 0xFF);
    }
    std::string bytes_;
    std::size_t first_;
};

}  // namespace

int segy_scalar(double largest_m) {
    for (const int scalar : {10000, 1000, 100, 10})
        if (std::abs(largest_m) * scalar < static_cast<double>(std::numeric_limits<std::int32_t>::max())) return scalar;
    return 1;
}

std::string segy_text_header(const std::vector<std::string>& lines) {
    std::string bytes;
    for (std::size_t i = 0; i < 40; ++i) {
        std::string line = fmt::format("C{:>2} ", i + 1) + (i < lines.size() ? lines[i] : "");
        line.resize(80, ' ');
        for (const char c : line) bytes += to_ebcdic(c);
    }
    return bytes;
}

std::string segy_binary_header(const SegyLayout& layout) {
    constexpr std::int64_t ieee_float = 5;
    Header header(400, 3201);
    header.put32(3201, 1);                                                             // job
    header.put32(3205, 1);                                                             // line
    header.put32(3209, 1);                                                             // reel
    header.put16(3213, layout.traces_per_shot <= 32767 ? layout.traces_per_shot : 0);  // 0: not stated
    header.put16(3217, layout.interval_us);
    header.put16(3219, std::min<std::int64_t>(layout.original_interval_us, 32767));
    header.put16(3221, layout.samples);
    header.put16(3223, layout.original_samples <= 32767 ? layout.original_samples : 0);
    header.put16(3225, ieee_float);
    header.put16(3227, 1);       // fold
    header.put16(3229, 1);       // sorted as recorded
    header.put16(3253, 1);       // no amplitude recovery
    header.put16(3255, 1);       // metres
    header.put16(3257, 2);       // a rise of pressure is a positive number
    header.put16(3501, 0x0100);  // revision 1.0
    header.put16(3503, 1);       // all traces have the same length
    return header.take();
}

std::string segy_trace_header(const SegyLayout& layout, const SegyTrace& trace) {
    const auto scaled = [&layout](double metres) { return std::llround(metres * layout.scalar); };
    const std::int64_t scalar = layout.scalar == 1 ? 1 : -layout.scalar;
    Header header(240, 1);
    header.put32(1, trace.number);
    header.put32(5, trace.number);
    header.put32(9, trace.shot);       // field record
    header.put32(13, trace.receiver);  // trace of the field record
    header.put32(17, trace.shot);      // energy source point
    header.put32(21, trace.cdp);
    header.put32(25, trace.receiver);  // trace of the ensemble
    header.put16(29, 1);               // seismic data
    header.put16(31, 1);
    header.put16(33, 1);
    header.put16(35, 1);
    header.put32(37, std::llround(trace.offset_m));
    header.put32(41, scaled(trace.group.z));
    header.put32(45, scaled(trace.top_m));
    header.put32(49, scaled(trace.top_m) - scaled(trace.source.z));
    header.put16(69, scalar);
    header.put16(71, scalar);
    header.put32(73, scaled(trace.source.x));
    header.put32(77, scaled(trace.source.y));
    header.put32(81, scaled(trace.group.x));
    header.put32(85, scaled(trace.group.y));
    header.put16(89, 1);  // coordinates are lengths
    header.put16(109, trace.delay_ms);
    header.put16(115, layout.samples);
    header.put16(117, layout.interval_us);
    header.put32(181, scaled((trace.source.x + trace.group.x) / 2));
    header.put32(185, scaled((trace.source.y + trace.group.y) / 2));
    header.put32(197, trace.shot);  // shotpoint
    header.put16(201, 1);
    header.put16(203, trace.unit);
    return header.take();
}

void append_segy_samples(std::string& bytes, const std::vector<float>& samples) {
    for (const float sample : samples) {
        const auto bits = std::bit_cast<std::uint32_t>(sample);
        for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(bits >> shift & 0xFFU);
    }
}

}  // namespace wavesim
