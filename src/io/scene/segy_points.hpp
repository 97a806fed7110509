// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "io/scene/point_file.hpp"

namespace wavesim {

/// Fills `file` with the traces of a SEG-Y file, whose samples are not read. x and y are those of source and group
/// (bytes 73-88, scalar 71-72). z is the elevation: that of the group (41-44), and that of the surface at the source
/// minus the depth of the source (45-52), scalar 69-70. The shot is the field record (9-12). Lengths are in m, or
/// converted from feet if the file states these (3255-3256). `reading` states where a file deviates. Source: SEG-Y rev
/// 1 (SEG 2002), trace header. Throws InputFileError (point_file): not a SEG-Y file, a size that is not a number of
/// traces, coordinates that are angles.
void read_segy_points(const std::filesystem::path& path, const SegyReading& reading, PointFile& file);

}  // namespace wavesim
