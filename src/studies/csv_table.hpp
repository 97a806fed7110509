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
    /// Fields of a column; empty if the name does not exist.
    std::vector<std::string> column(const std::string& name) const;
};

/// Reads comma-separated values (RFC 4180): a line of names, then rows; fields may be in double quotes. Blank lines are
/// ignored. Throws EnvironmentError (io) with file and line.
CsvTable read_csv_table(const std::filesystem::path& file);

/// A field in CSV form: in double quotes if necessary.
std::string csv_field(const std::string& text);

}  // namespace wavesim
