// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace wavesim {

/// A piece of a line and the column of its first character, from 1.
struct CsvField {
    std::string_view text;
    std::size_t column = 1;
};

/// The separator of the fields of a line: semicolon, tab, comma or blanks.
char csv_separator_of(std::string_view line);
/// The text without blanks at its ends.
std::string_view csv_trimmed(std::string_view text);
/// The fields of a line; text in "..." may contain separators.
void split_csv(std::string_view line, char separator, std::vector<CsvField>& fields);
/// The number in a text; no value for other text.
std::optional<double> number_in(std::string_view text);

}  // namespace wavesim
