// SPDX-License-Identifier: MIT
#include "io/scene/segy_points.hpp"

#include <array>
#include <span>

#include "io/model/byte_stream.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t text_bytes = 3200;
constexpr std::int64_t file_header_bytes = 400;
constexpr std::int64_t trace_header_bytes = 240;
constexpr std::int64_t traces_max = 10'000'000;

[[noreturn]] void refuse_segy(const std::string& why) { throw InputFileError(Rule::point_file, why); }

/// Big-endian numbers of a header by their first byte, counted from 1 as in the standard.
template <std::size_t N>
struct Header {
    std::array<unsigned char, N> bytes{};
    std::int64_t first = 1;

    std::int64_t number16(std::int64_t byte) const { return number(byte, 2); }
    std::int64_t number32(std::int64_t byte) const { return number(byte, 4); }

  private:
    std::int64_t number(std::int64_t byte, int width) const {
        std::int64_t value = static_cast<signed char>(bytes.at(static_cast<std::size_t>(byte - first)));
        for (int i = 1; i < width; ++i) value = value * 256 + bytes.at(static_cast<std::size_t>(byte - first + i));
        return value;
    }
};

std::int64_t bytes_of_sample(std::int64_t format) {
    switch (format) {
        case 1:
        case 2:
        case 4:
        case 5: return 4;
        case 3: return 2;
        case 6: return 8;
        case 8: return 1;
        default: return 0;
    }
}

/// What numbers of a trace header are multiplied by: a scalar above 0 multiplies, one below 0 divides.
double factor_of(std::int64_t scalar) {
    return scalar == 0 ? 1 : scalar > 0 ? static_cast<double>(scalar) : 1 / static_cast<double>(-scalar);
}

/// n * factor, rounded once where the scalar divides: 123370 at -1000 is 123.37.
double scaled(std::int64_t n, std::int64_t scalar, double unit_m) {
    const auto number = static_cast<double>(n);
    return (scalar < 0 ? number / static_cast<double>(-scalar) : number * factor_of(scalar)) * unit_m;
}

TraceRow trace_of(const Header<trace_header_bytes>& header, double unit_m) {
    const std::int64_t heights = header.number16(69);
    const std::int64_t places = header.number16(71);
    TraceRow trace;
    trace.shot = header.number32(9);
    trace.source = {scaled(header.number32(73), places, unit_m), scaled(header.number32(77), places, unit_m),
                    scaled(header.number32(45) - header.number32(49), heights, unit_m)};
    trace.receiver = {scaled(header.number32(81), places, unit_m), scaled(header.number32(85), places, unit_m),
                      scaled(header.number32(41), heights, unit_m)};
    return trace;
}

void read_traces(ByteStream& bytes, PointFile& file) {
    Header<file_header_bytes> about{{}, text_bytes + 1};
    bytes.read(text_bytes, about.bytes);
    const std::int64_t samples = about.number16(3221) & 0xFFFF;
    const std::int64_t width = bytes_of_sample(about.number16(3225));
    const std::int64_t more_texts = about.number16(3505);
    if (width == 0 || samples == 0 || more_texts < 0)
        refuse_segy("the file " + shown(file.name) + " is no SEG-Y file with a sample format and a number of samples");
    const double unit_m = about.number16(3255) == 2 ? 0.3048 : 1;
    const std::int64_t start = text_bytes + file_header_bytes + more_texts * text_bytes;
    const std::int64_t length = trace_header_bytes + samples * width;
    const std::int64_t count = (bytes.size() - start) / length;
    if (bytes.size() < start || count * length != bytes.size() - start)
        refuse_segy("the size of " + shown(file.name) + " does not fit traces of " + std::to_string(samples) +
                    " samples, as its header says");
    if (count > traces_max)
        refuse_segy("the file " + shown(file.name) + " has more than " + std::to_string(traces_max) + " traces");
    file.traces.reserve(static_cast<std::size_t>(count));
    Header<trace_header_bytes> header;
    for (std::int64_t i = 0; i < count; ++i) {
        bytes.read(start + i * length, header.bytes);
        if (const std::int64_t own = header.number16(115) & 0xFFFF; own != 0 && own != samples)
            refuse_segy(file.place_of(i + 1) + " has " + std::to_string(own) + " samples, the file says " +
                        std::to_string(samples));
        if (header.number16(89) > 1)
            refuse_segy(file.place_of(i + 1) + " has angles as coordinates (lengths are needed)");
        file.traces.push_back(trace_of(header, unit_m));
        file.traces.back().row = i + 1;
    }
}

}  // namespace

void read_segy_points(const std::filesystem::path& path, PointFile& file) {
    try {
        read_traces(*open_file(path, file.name), file);
    } catch (const InputFileError& error) {
        throw InputFileError(Rule::point_file, error.what());
    }
}

}  // namespace wavesim
