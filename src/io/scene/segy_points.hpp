// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "io/scene/point_file.hpp"

namespace wavesim {

/// Fills `file` with the traces of a SEG-Y file, whose samples are not read. x and y are those of source and group
/// (bytes 73-88, scalar 71-72). z is the elevation: of the group (41-44), and of the surface at the source less the
/// depth of the source below it (45-52), scalar 69-70. The shot is the field record (9-12). Lengths are in m, or in
/// feet where the file says so (3255-3256), which become m. `reading` says where a file differs. Source: SEG-Y rev 1
/// (SEG 2002), trace header. Throws InputFileError (point_file): no SEG-Y file, a size that fits no number of traces,
/// coordinates that are angles.
void read_segy_points(const std::filesystem::path& path, const SegyReading& reading, PointFile& file);

}  // namespace wavesim
