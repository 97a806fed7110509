// SPDX-License-Identifier: MIT
#include "io/scene/wall_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "io/scene/csv_table.hpp"

namespace wavesim {

namespace {

constexpr std::array<const char*, 3> column_starts{"f", "re", "im"};
constexpr std::array<const char*, 3> column_words{"frequency", "real", "imaginary"};

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
    return lower;
}

/// Indices of the columns of frequency, real and imaginary part.
std::array<std::size_t, 3> wall_columns(const CsvFileTable& table) {
    std::array<std::size_t, 3> columns{0, 1, 2};
    if (table.titles.fields.empty()) {
        if (const std::size_t count = table.rows.front().fields.size(); count != 3)
            table.refuse(
                table.rows.front(), {},
                fmt::format("there are {} columns (without titles they are frequency, real and imaginary part)",
                            count));
        return columns;
    }
    for (std::size_t c = 0; c < 3; ++c) {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < table.titles.fields.size(); ++i) {
            const CsvField& title = table.titles.fields[i];
            if (!lower_case(title.text).starts_with(column_starts[c])) continue;
            if (found)
                table.refuse(table.titles, title, fmt::format("there are two columns '{}...'", column_starts[c]));
            found = i;
        }
        if (!found)
            table.refuse(
                table.titles, {},
                fmt::format("there is no column '{}' (frequency, real and imaginary are needed)", column_words[c]));
        columns[c] = *found;
    }
    return columns;
}

}  // namespace

std::vector<WallTableRow> read_wall_table(std::string_view text, const std::string& file) {
    const CsvFileTable table = read_csv_table(text, file, Rule::wall_table, CsvTitles::words);
    const std::array<std::size_t, 3> columns = wall_columns(table);
    std::vector<WallTableRow> rows;
    for (const CsvFileTable::Row& row : table.rows) {
        const auto number = [&](std::size_t c) { return table.number(row, row.fields[columns[c]]); };
        rows.push_back({number(0), {number(1), number(2)}, fmt::format("{}:{}", file, row.line)});
    }
    return rows;
}

}  // namespace wavesim
