// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace wavesim {

/// Text in rows and named columns.
struct CsvTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;  ///< as many fields as names
    /// Fields of a column, or of nothing where there is no such name.
    std::vector<std::string> column(const std::string& name) const;
};

/// Reads comma-separated values (RFC 4180): a line of names, then rows; fields may stand in double quotes. Blank lines
/// are left out. Throws EnvironmentError (io) with file and line.
CsvTable read_csv_table(const std::filesystem::path& file);

/// A field as it is written: in double quotes where it has to be.
std::string csv_field(const std::string& text);

}  // namespace wavesim
