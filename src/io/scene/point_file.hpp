// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/input_file.hpp"
#include "io/scene/segy_reading.hpp"
#include "solvers/scene/point.hpp"

namespace wavesim {

/// Which points are used, if a file contains sources and receivers.
enum class WantedPoints { sources, receivers };

/// Points of a file, m, in the order of the file.
struct PointList {
    std::vector<Point> points;
    std::vector<std::string> names;  ///< one per point, or none
    std::vector<std::int64_t> rows;  ///< line of a CSV file, number of a SEG-Y trace, from 1
};

/// A recorded trace: its shot and its two points.
struct TraceRow {
    std::int64_t shot = 0;  ///< number in the file
    Point source;
    Point receiver;
    std::int64_t row = 0;  ///< as of PointList
};

/// Content of a file of points: single points or traces.
struct PointFile {
    PointList list;
    std::vector<TraceRow> traces;  ///< if every row has a source and a receiver; `list` is then empty
    bool segy = false;
    bool elevations = false;  ///< z is the elevation
    std::string name;
    std::vector<std::string> doubts{};  ///< sentences for warnings

    /// "spread.csv:18" or "trace 18 of spread.sgy".
    std::string place_of(std::int64_t row) const;
};

/// Reads a CSV file (csv_points.hpp) or the headers of a SEG-Y file (segy_points.hpp), by its extension, for a scene of
/// `dims` dimensions. In 2D all points must have the same y, which becomes 0. `name` is a path below one of the
/// folders. `reading` is for SEG-Y only; with it CSV files are refused. Throws InputFileError: path_escape or
/// point_file.
PointFile read_point_file(const InputFolders& folders, const std::string& name, WantedPoints wanted, int dims,
                          const std::optional<SegyReading>& reading = {});

/// The requested points. From a file of traces each point is taken once, in order of first appearance.
PointList points_of(const PointFile& file, WantedPoints wanted);

/// The shots of a file of traces. Traces of one shot have the same number and the same source, and need not be
/// adjacent. Shots and their receivers are in order of first appearance.
struct ShotList {
    PointList shots;
    std::vector<Point> stations;              ///< receivers of all shots; equal spreads are stored once
    std::vector<std::int64_t> station_rows;   ///< per station, the row of its first appearance
    std::vector<std::int64_t> first_station;  ///< per shot
    std::vector<std::int64_t> count;          ///< receivers per shot
};
ShotList shots_of(const PointFile& file);

}  // namespace wavesim
