// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "io/scene/point_file.hpp"

namespace wavesim {

/// Fills `file` from a table of text. Its columns are separated by commas, semicolons, tabs or blanks, whichever of
/// these the first row has; lines that start with # and empty lines are skipped. The first row may hold titles: x, y, z
/// and name; or source_x ... receiver_z, and then perhaps shot. A title may end in a unit, x [km]. Other columns are
/// left out. Without titles the columns are x, y, z (2D: x, z) and perhaps the name. A table with columns of sources
/// and of receivers holds traces; where it has no column shot, each source is a shot. Throws InputFileError
/// (point_file), with line and column.
void read_csv_points(const std::filesystem::path& path, WantedPoints wanted, int dims, PointFile& file);

}  // namespace wavesim
