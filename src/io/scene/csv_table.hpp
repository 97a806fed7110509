// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/csv_line.hpp"
#include "io/scene_faults.hpp"

namespace wavesim {

/// Whether the first line of a table always contains titles, or only if none of its fields is a number.
enum class CsvTitles { first_line, words };

/// A table whose rows have as many fields as its first line. Empty lines and lines that start with # are ignored.
struct CsvFileTable {
    struct Row {
        std::int64_t line = 0;
        std::vector<CsvField> fields;
    };
    std::string name;  ///< of the file, in messages
    Rule rule{};       ///< rule of faults in it
    Row titles;        ///< empty if there are none
    std::vector<Row> rows;

    /// Throws InputFileError: FILE:LINE:COLUMN: why.
    [[noreturn]] void refuse(const Row& row, const CsvField& field, const std::string& why) const;
    /// The number in a field, which must be finite; else throws.
    double number(const Row& row, const CsvField& field) const;
};

/// `text` must outlive the table. Throws InputFileError with that rule.
CsvFileTable read_csv_table(std::string_view text, const std::string& name, Rule rule, CsvTitles titles);

}  // namespace wavesim
