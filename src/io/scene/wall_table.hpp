// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// A complex number at a frequency, with its position in the file.
struct WallTableRow {
    double hz = 0;
    std::complex<double> value;
    std::string place;  ///< z.csv:3, for messages
};

/// Reads columns of frequency, real and imaginary part, in this order or with titles that start with these words (f,
/// re, im are enough). Throws InputFileError (wall_table): FILE:LINE:COLUMN: why.
std::vector<WallTableRow> read_wall_table(std::string_view text, const std::string& file);

}  // namespace wavesim
