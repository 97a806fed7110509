// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/input_file.hpp"
#include "io/scene/segy_reading.hpp"
#include "solvers/scene/point.hpp"

namespace wavesim {

/// Which points of a file are meant, where it holds sources and receivers.
enum class WantedPoints { sources, receivers };

/// Points in a file, m, in the file's order.
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

/// What a file of points holds: single points, or traces.
struct PointFile {
    PointList list;
    std::vector<TraceRow> traces;  ///< where every row has a source and a receiver; then `list` is empty
    bool segy = false;
    bool elevations = false;  ///< z is the elevation
    std::string name;
    std::vector<std::string> doubts{};  ///< sentences for warnings

    /// "spread.csv:18" or "trace 18 of spread.sgy".
    std::string place_of(std::int64_t row) const;
};

/// Reads a CSV file (csv_points.hpp) or the headers of a SEG-Y file (segy_points.hpp), told apart by the ending, for a
/// scene of `dims` dimensions. In 2D the y of all points must be the same, and becomes 0. `name` is a path below one of
/// the folders. `reading` is for SEG-Y only: CSV files are refused with one. Throws InputFileError: path_escape, or
/// point_file.
PointFile read_point_file(const InputFolders& folders, const std::string& name, WantedPoints wanted, int dims,
                          const std::optional<SegyReading>& reading = {});

/// The points that are wanted, of a file of traces each once, in the order in which they come first.
PointList points_of(const PointFile& file, WantedPoints wanted);

/// The shots of a file of traces. Traces of one shot need not stand together: they have the same number and the same
/// source. Shots and their receivers are in the order in which they come first.
struct ShotList {
    PointList shots;
    std::vector<Point> stations;              ///< receivers of all shots; equal spreads stand here once
    std::vector<std::int64_t> station_rows;   ///< per station, the row in which it comes first
    std::vector<std::int64_t> first_station;  ///< per shot
    std::vector<std::int64_t> count;          ///< receivers per shot
};
ShotList shots_of(const PointFile& file);

}  // namespace wavesim
