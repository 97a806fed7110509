// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>

#include "io/scene/point_file.hpp"

namespace wavesim {

/// Fills `file` from a table of text. Its columns are separated by commas, semicolons, tabs or blanks, as in its first
/// row. Lines that start with # and empty lines are skipped. The first row may contain titles: x, y, z and name; or
/// source_x ... receiver_z, and optionally shot. A title may end in a unit, x [km]. Other columns are ignored. Without
/// titles the columns are x, y, z (2D: x, z) and optionally the name. A table with columns of both sources and
/// receivers contains traces; without a column shot, each source is a shot. Throws InputFileError (point_file), with
/// line and column.
void read_csv_points(const std::filesystem::path& path, WantedPoints wanted, int dims, PointFile& file);

}  // namespace wavesim
