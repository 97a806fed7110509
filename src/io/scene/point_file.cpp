// SPDX-License-Identifier: MIT
#include "io/scene/point_file.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <tuple>

#include "io/scene/csv_points.hpp"
#include "io/scene/segy_points.hpp"

namespace wavesim {

namespace {

constexpr std::uintmax_t csv_bytes_max = std::uintmax_t{1} << 30U;

using Coordinates = std::array<double, 3>;
Coordinates coordinates_of(const Point& point) { return {point.x, point.y, point.z}; }

/// Sets all y to 0. Throws unless they are the same.
void flatten(PointFile& file) {
    const Point& first = file.traces.empty() ? file.list.points.front() : file.traces.front().source;
    const double y = first.y;
    const auto flat = [&](Point& point, std::int64_t row) {
        if (point.y != y)
            throw InputFileError(Rule::dimensions, file.place_of(row) +
                                                       ": y differs from that of the points before (a 2D scene needs "
                                                       "points with one y)");
        point.y = 0;
    };
    for (std::size_t i = 0; i < file.list.points.size(); ++i) flat(file.list.points[i], file.list.rows[i]);
    for (TraceRow& trace : file.traces) flat(trace.source, trace.row), flat(trace.receiver, trace.row);
}

/// Adds a warning if all points of a file coincide.
void doubt_places(PointFile& file) {
    const auto same = [](const auto& list, auto... places) {
        return list.size() > 1 && std::ranges::all_of(list, [&](const auto& item) {
                   return ((std::invoke(places, item) == std::invoke(places, list.front())) && ...);
               });
    };
    if (!file.doubts.empty()) return;
    if (same(file.list.points, std::identity()))
        file.doubts.push_back("all " + std::to_string(file.list.points.size()) + " points of " + shown(file.name) +
                              " are the same");
    if (same(file.traces, &TraceRow::source, &TraceRow::receiver))
        file.doubts.push_back("all " + std::to_string(file.traces.size()) + " traces of " + shown(file.name) +
                              " have the same source and the same receiver");
}

}  // namespace

std::string PointFile::place_of(std::int64_t row) const {
    return segy ? "trace " + std::to_string(row) + " of " + name : name + ':' + std::to_string(row);
}

PointFile read_point_file(const InputFolders& folders, const std::string& name, WantedPoints wanted, int dims,
                          const std::optional<SegyReading>& reading) {
    std::string ending = std::filesystem::path(name).extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
    const bool segy = ending == ".sgy" || ending == ".segy";
    const std::filesystem::path path = locate_input(folders, name, Rule::point_file,
                                                    segy ? std::numeric_limits<std::uintmax_t>::max() : csv_bytes_max);
    if (!segy && ending != ".csv" && ending != ".txt")
        throw InputFileError(Rule::point_file, "the file " + shown(name) + " is neither .csv nor .sgy or .segy");
    if (!segy && reading)
        throw InputFileError(Rule::point_file, "the key 'segy' is for SEG-Y files, and " + shown(name) + " is none");
    PointFile file;
    file.name = name;
    file.segy = file.elevations = segy;
    if (segy)
        read_segy_points(path, reading.value_or(SegyReading{}), file);
    else
        read_csv_points(path, wanted, dims, file);
    if (file.list.points.empty() && file.traces.empty())
        throw InputFileError(Rule::point_file, "the file " + shown(name) + " holds no points");
    if (dims == 2) flatten(file);
    doubt_places(file);
    return file;
}

PointList points_of(const PointFile& file, WantedPoints wanted) {
    if (file.traces.empty()) return file.list;
    PointList list;
    std::map<Coordinates, bool> seen;
    for (const TraceRow& trace : file.traces) {
        const Point& point = wanted == WantedPoints::sources ? trace.source : trace.receiver;
        if (!seen.emplace(coordinates_of(point), true).second) continue;
        list.points.push_back(point);
        list.rows.push_back(trace.row);
    }
    return list;
}

ShotList shots_of(const PointFile& file) {
    ShotList all;
    std::map<std::tuple<std::int64_t, Coordinates>, std::size_t> number_of;
    std::vector<std::vector<std::size_t>> traces_of;  // per shot
    for (std::size_t i = 0; i < file.traces.size(); ++i) {
        const TraceRow& trace = file.traces[i];
        const auto [found, added] = number_of.try_emplace({trace.shot, coordinates_of(trace.source)}, traces_of.size());
        if (added) {
            traces_of.emplace_back();
            all.shots.points.push_back(trace.source);
            all.shots.rows.push_back(trace.row);
        }
        traces_of[found->second].push_back(i);
    }
    std::map<std::vector<Coordinates>, std::int64_t> first_of;
    for (const std::vector<std::size_t>& traces : traces_of) {
        std::vector<Coordinates> spread;
        spread.reserve(traces.size());
        for (const std::size_t i : traces) spread.push_back(coordinates_of(file.traces[i].receiver));
        const auto [found, added] = first_of.try_emplace(spread, static_cast<std::int64_t>(all.stations.size()));
        for (std::size_t i = 0; added && i < traces.size(); ++i) {
            all.stations.push_back(file.traces[traces[i]].receiver);
            all.station_rows.push_back(file.traces[traces[i]].row);
        }
        all.first_station.push_back(found->second);
        all.count.push_back(static_cast<std::int64_t>(traces.size()));
    }
    return all;
}

}  // namespace wavesim
