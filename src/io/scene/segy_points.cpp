// SPDX-License-Identifier: MIT
#include "io/scene/segy_points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/model/byte_stream.hpp"
#include "io/model/segy_structure.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t traces_max = 10'000'000;
using TraceHeader = SegyHeader<segy_trace_header_bytes>;

[[noreturn]] void refuse_segy(const std::string& why) { throw InputFileError(Rule::point_file, why); }

/// A number of a trace header, or 0 if the header does not have it.
std::int64_t field(const TraceHeader& header, const SegyReading& reading, SegyField which) {
    const std::int64_t byte = reading.first_byte[static_cast<std::size_t>(which)];
    if (byte == 0) return 0;
    const bool scalar = which == SegyField::coordinate_scalar || which == SegyField::elevation_scalar;
    return scalar ? header.signed16(byte) : header.signed32(byte);
}

/// n with a scalar, which is a factor if positive and a divisor if negative; rounded only once: 123370 with -1000 is
/// 123.37.
double scaled(std::int64_t n, std::int64_t scalar, double unit_m) {
    const auto number = static_cast<double>(n);
    if (scalar == 0) return number * unit_m;
    return (scalar < 0 ? number / static_cast<double>(-scalar) : number * static_cast<double>(scalar)) * unit_m;
}

TraceRow trace_of(const TraceHeader& header, const SegyReading& reading, double unit_m) {
    const auto number = [&](SegyField which) { return field(header, reading, which); };
    const std::int64_t places = number(SegyField::coordinate_scalar);
    const std::int64_t heights = number(SegyField::elevation_scalar);
    const std::int64_t up = reading.depths_positive ? -1 : 1;
    TraceRow trace;
    trace.shot = number(SegyField::shot);
    trace.source = {
        scaled(number(SegyField::source_x), places, unit_m), scaled(number(SegyField::source_y), places, unit_m),
        scaled(up * number(SegyField::source_elevation) - number(SegyField::source_depth), heights, unit_m)};
    trace.receiver = {scaled(number(SegyField::receiver_x), places, unit_m),
                      scaled(number(SegyField::receiver_y), places, unit_m),
                      scaled(up * number(SegyField::receiver_elevation), heights, unit_m)};
    return trace;
}

bool at_zero(const TraceRow& trace) {
    return trace.source.x == 0 && trace.source.y == 0 && trace.receiver.x == 0 && trace.receiver.y == 0;
}

void read_traces(ByteStream& bytes, const SegyReading& reading, PointFile& file) {
    const SegyStructure about = segy_structure(bytes, file.name, reading.layout);
    file.doubts = about.doubts;
    if (about.traces > traces_max)
        refuse_segy("the file " + shown(file.name) + " has more than " + std::to_string(traces_max) + " traces");
    const double unit_m = reading.unit_m.value_or(about.unit_code == 2 ? 0.3048 : 1);
    file.traces.reserve(static_cast<std::size_t>(about.traces));
    std::int64_t others = 0;  // traces that state another number of samples
    std::int64_t first_other = 0;
    for (std::int64_t i = 0; i < about.traces; ++i) {
        const TraceHeader header(bytes, about.first + i * about.trace_bytes(), 1, about.big_endian);
        if (const std::int64_t own = header.unsigned16(115); own != 0 && own != about.samples && others++ == 0)
            first_other = i + 1;
        if (!reading.unit_m && header.signed16(89) > 1)
            refuse_segy(file.place_of(i + 1) +
                        " has angles as coordinates, as bytes 89-90 say (lengths are needed; if they are lengths, "
                        "write segy: {coordinate_unit: m})");
        file.traces.push_back(trace_of(header, reading, unit_m));
        file.traces.back().row = i + 1;
    }
    if (others > 0 && file.doubts.empty())
        file.doubts.push_back(
            fmt::format("{} of the {} traces of {} say another number of samples than {}, which fits "
                        "the size of the file (the first is trace {})",
                        others, about.traces, shown(file.name), about.samples, first_other));
    if (about.traces > 1 && std::ranges::all_of(file.traces, at_zero))
        file.doubts.push_back(
            fmt::format("all {} traces of {} have the coordinates 0: do they stand in other bytes of "
                        "the headers? then write segy: {{bytes: {{receiver_x: ...}}}}",
                        about.traces, shown(file.name)));
}

}  // namespace

void read_segy_points(const std::filesystem::path& path, const SegyReading& reading, PointFile& file) {
    try {
        read_traces(*open_file(path, file.name), reading, file);
    } catch (const InputFileError& error) {
        throw InputFileError(Rule::point_file, error.what());
    }
}

}  // namespace wavesim
